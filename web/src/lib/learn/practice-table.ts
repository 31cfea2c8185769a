/** A table of a game for one person alone: no other people, chat or clocks. */

import { ALL_CATS } from '#art/cats.ts';
import type { PuzzleTask, SeatInfo, TableInfo } from '#lib/protocol.ts';
import type { Position, TableConnection, TableListener } from '#lib/table/table-socket.ts';
import { Table } from '#lib/table/table.svelte.ts';
import { DEFAULT_SETTINGS } from '#lib/table-settings.ts';
import { m } from '#messages';

export interface PracticeGame {
	game: string;
	options: TableInfo['options'];
	seats: number;
	seat: number; // this player's
}

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

/** The seats with the names of cats, clockwise from this player. */
function seatsOf(count: number, me: number): SeatInfo[] {
	const cats = m.learn_names().split(',');
	return Array.from({ length: count }, (_, seat) => {
		const other = { ...SEAT, cat: ALL_CATS[seat]!, name: cats[((seat - me + count) % count) - 1] ?? '' };
		return seat === me ? { ...other, kind: 'person', name: m.learn_you(), you: true, host: true } : other;
	});
}

const infoOf = ({ game, options, seats, seat }: PracticeGame): TableInfo => ({
	code: 'practice',
	game,
	options,
	status: 'playing',
	seats: seatsOf(seats, seat),
	bots: '',
	terms: { ...DEFAULT_SETTINGS, watching: 'nobody', chat: false },
	terms_key: '',
	commitment: '',
	you_host: false,
	next: '',
	source_public: false,
	deal_name: '',
	hints: false,
	closed: '',
	rated: false,
	awaited: false,
	spectators_write: false,
	starting: false,
	next_code: '',
	unattended: false,
	removed: '',
	kept_out: [],
	invited: [],
	next_commitment: ''
});

/** Returns a position of a practice table, with its legal moves only if this player may move there. */
export function practicePosition(version: number, view: PuzzleTask['view'], mayMove: boolean): Position {
	const { legal, ...others } = view;
	return {
		version,
		view: mayMove ? view : others,
		turn: mayMove && legal ? version : undefined,
		clocks: undefined,
		stepLeft: undefined,
		stepAge: undefined,
		substituted: []
	};
}

/** Returns a table with this connection. */
export const practiceTable = (
	game: PracticeGame,
	connect: (listener: TableListener) => TableConnection
): Table => new Table(infoOf(game), undefined, connect);
