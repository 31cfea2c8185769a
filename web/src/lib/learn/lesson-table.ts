/** The table on which a lesson is played: the one of a game, without other people. */

import { ALL_CATS } from '#art/cats.ts';
import type { LessonPosition, LessonVerdict, SeatInfo, TableInfo } from '#lib/protocol.ts';
import { settings } from '#lib/settings.svelte.ts';
import { Table } from '#lib/table/table.svelte.ts';
import { DEFAULT_SETTINGS } from '#lib/terms.ts';
import { m } from '#messages';
import { LessonSocket } from './lesson-socket.ts';

const REPLY_MS = 800;

const SEAT: SeatInfo = {
	kind: 'bot',
	name: '',
	cat: 'tabby',
	ready: true,
	host: false,
	you: false,
	again: '',
	handle: '',
	account: false,
	shows_hand: false,
	caretaker: false,
	seen_deals: false,
	salted: true,
	who: ''
};

/** The seats with the names of cats, clockwise from the learner. */
function seatsOf(count: number, me: number): SeatInfo[] {
	const cats = m.learn_names().split(',');
	return Array.from({ length: count }, (_, seat) => {
		const other = { ...SEAT, cat: ALL_CATS[seat]!, name: cats[((seat - me + count) % count) - 1] ?? '' };
		return seat === me ? { ...other, kind: 'person', name: m.learn_you(), you: true, host: true } : other;
	});
}

const infoOf = (game: string, { seat, options, start }: LessonPosition): TableInfo => ({
	code: 'lesson',
	game,
	options,
	status: 'playing',
	seats: seatsOf((start.view as { seats: number }).seats, seat),
	bots: '',
	terms: { ...DEFAULT_SETTINGS, watching: 'nobody', chat: false },
	terms_key: '',
	commitment: '',
	you_host: false,
	next: '',
	source_public: false,
	closed: '',
	rated: false,
	spectators_write: false,
	starting: false,
	next_code: '',
	unattended: false,
	removed: '',
	kept_out: [],
	invited: [],
	next_commitment: ''
});

/** Returns a new attempt at a lesson; `onVerdict` is called when it is decided. */
export function newAttempt(
	game: string,
	lesson: string,
	position: LessonPosition,
	onVerdict: (verdict: LessonVerdict) => void
): Table {
	const address = { game, lesson, start: position.start };
	const pause = (): number => (settings.animate ? REPLY_MS : 0);
	return new Table(
		infoOf(game, position),
		undefined,
		(listener) => new LessonSocket(address, listener, onVerdict, pause)
	);
}
