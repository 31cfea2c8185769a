/** Sentences about the game in the reader's language. */

import { formatList, formatRow, formatSentences } from '#lib/list-format.ts';
import { about, nameOrYou, nameWithin, type SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import { FAMILIES } from './board.ts';
import { familyName } from './labels.ts';
import { moodName, packName } from './pack-names.ts';
import type { CardWriter } from './packs.ts';
import type { Event, Family, LogEntry, View } from './protocol.ts';
import { turnSentence } from './turn-sentence.ts';

/** Names in sentences, with the family of each seat in teams mode. */
type Names = SeatNames & Pick<View, 'families'>;

type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>;

const byNumber = (card: number): string => m.brain_log_card_number({ card });
const NUMBERS: CardWriter = { master: byNumber, clue: byNumber };

/** Several seats: "you" if it is the reader alone, whom the list names first among others. */
const aboutAll = (seatNames: SeatNames, seats: readonly number[]): { who: string; names: string } => {
	if (seats.length === 1)
		return { who: about(seatNames, seats[0]!).who, names: seatNames.names[seats[0]!] ?? '' };
	const readers = seats.filter((seat) => seat === seatNames.me);
	const ordered = [...readers, ...seats.filter((seat) => seat !== seatNames.me)];
	return {
		who: readers.length > 0 ? 'with_you' : 'others',
		names: formatList(ordered.map((seat) => nameOrYou(seatNames, seat)))
	};
};

/** The numbers of masters that people see, from 1. */
const numbered = (masters: readonly number[]): string =>
	formatList(masters.map((master) => String(master + 1)));

const otherFamily = (family: Family): Family => (family === 'red' ? 'blue' : 'red');

export function eventSentence(event: Event, seatNames: Names, cards: CardWriter = NUMBERS): string {
	return (
		courseSentence(event, seatNames, cards) ??
		cooperativeSentence(event, seatNames, cards) ??
		familySentence(event) ??
		playerSentence(event, seatNames)
	);
}

/** Events of every mode; undefined for others. */
function courseSentence(event: Event, seatNames: Names, cards: CardWriter): string | undefined {
	switch (event.kind) {
		case 'cat_found':
			return m.brain_log_cat_found(about(seatNames, event.cat));
		case 'pack_chosen':
			return m.brain_log_pack_chosen({ ...about(seatNames, event.seat), pack: packName(event.pack) });
		case 'round_dealt':
			return dealtSentence(event);
		case 'clue_laid':
			return m.brain_log_clue_laid({ clue: event.clue + 1, card: cards.clue(event.card) });
		case 'paw_placed':
			return m.brain_log_paw({ color: event.paw === 0 ? 'blue' : 'green', clue: event.at + 1 });
		case 'master_opened':
			return m.brain_log_master_opened({ master: event.master + 1, card: cards.master(event.card) });
		case 'round_scored':
			return scoredSentence(event, seatNames);
		case 'round_voided':
			return formatSentences([m.brain_log_voided(), ...mysterySentences(event.mystery)]);
		case 'game_over':
			return overSentence(event, seatNames);
		default:
			return undefined;
	}
}

/** Events of debates; undefined for others. */
function cooperativeSentence(event: Event, seatNames: SeatNames, cards: CardWriter): string | undefined {
	switch (event.kind) {
		case 'vote_cast':
			return m.brain_log_vote({ ...about(seatNames, event.seat), choice: event.choice });
		case 'readiness_changed':
			return (event.ready ? m.brain_log_ready : m.brain_log_wait)(about(seatNames, event.seat));
		case 'decided':
			return decidedSentence(event);
		case 'master_turned_out':
			return m.brain_log_turned_out({ master: event.master + 1, card: cards.master(event.card) });
		default:
			return undefined;
	}
}

/** Events of teams mode; undefined for others. */
function familySentence(event: Event): string | undefined {
	switch (event.kind) {
		case 'totem_placed':
			return totemSentence(event);
		case 'totem_stayed':
			return m.brain_log_totem_stayed({ family: event.family });
		case 'masters_dumped':
			return m.brain_log_dumped({ count: event.masters.length, masters: numbered(event.masters) });
		case 'masters_laid_out':
			return m.brain_log_laid_out({ masters: numbered(event.masters) });
		case 'picked':
			return m.brain_log_picked({ family: event.family, master: event.master + 1 });
		default:
			return undefined;
	}
}

/** Events of tokens, seats and time. */
function playerSentence(event: Event, seatNames: SeatNames): string {
	switch (event.kind) {
		case 'token_placed':
			return tokenSentence(event, seatNames);
		case 'token_stayed':
			return m.brain_log_token_stayed(about(seatNames, event.seat));
		case 'seat_left':
			return m.brain_log_left(about(seatNames, event.seat));
		case 'seat_returned':
			return m.brain_log_returned(about(seatNames, event.seat));
		default:
			return m.brain_log_time();
	}
}

function dealtSentence({ pack, clue_pack, mood }: EventOf<'round_dealt'>): string {
	const [masters, clues] = [packName(pack), packName(clue_pack)];
	const dealt =
		pack === clue_pack
			? m.brain_log_dealt({ pack: masters })
			: m.brain_log_dealt_schizo({ pack: masters, clues });
	return mood ? formatSentences([dealt, m.brain_log_mood({ mood: moodName(mood) })]) : dealt;
}

function decidedSentence({ choice, clue_throw, card_throw }: EventOf<'decided'>): string {
	if (!choice) return m.brain_log_undecided();
	const thrown = clue_throw !== undefined || card_throw !== undefined;
	return (thrown ? m.brain_log_decided_thrown : m.brain_log_decided)({ choice });
}

function totemSentence({ family, master, points }: EventOf<'totem_placed'>): string {
	const placed = m.brain_log_totem({ family, master: master + 1 });
	if (points === 0) return placed;
	return formatSentences([placed, m.brain_log_family_scores({ family: otherFamily(family), points })]);
}

function tokenSentence(
	{ seat, master, scorers, points }: EventOf<'token_placed'>,
	seatNames: SeatNames
): string {
	const placed = m.brain_log_token({ ...about(seatNames, seat), master: master + 1 });
	if (scorers.length === 0) return placed;
	return formatSentences([placed, m.brain_log_scorers({ ...aboutAll(seatNames, scorers), points })]);
}

const mysterySentences = (master: number | undefined): string[] =>
	master === undefined ? [] : [m.brain_log_mystery({ master: master + 1 })];

function scoredSentence({ mystery, points, won }: EventOf<'round_scored'>, seatNames: Names): string {
	const revealed = mysterySentences(mystery);
	if (won !== undefined)
		return formatSentences([...revealed, won ? m.brain_log_round_won() : m.brain_log_round_lost()]);
	const list = formatRow(pointsByName(points, seatNames).map((one) => m.brain_log_points_of(one)));
	return formatSentences([...revealed, m.brain_log_points({ list })]);
}

/** The points of each seat, or of each family: its seats have the same. */
function pointsByName(points: number[], seatNames: Names): { name: string; points: number }[] {
	const { families } = seatNames;
	if (!families) return points.map((points, seat) => ({ name: nameWithin(seatNames, seat), points }));
	return FAMILIES.map((family) => ({
		name: familyName(family),
		points: points[families.indexOf(family)] ?? 0
	}));
}

function overSentence({ winners, won }: EventOf<'game_over'>, seatNames: SeatNames): string {
	if (!winners) return m.brain_log_abandoned();
	if (won !== undefined) return won ? m.brain_log_game_won() : m.brain_log_game_lost();
	return m.brain_log_winners(aboutAll(seatNames, winners));
}

/** Ends a sentence with a full stop, so that screen readers pause; unless a mark ends it or what it quotes. */
const ended = (text: string): string =>
	/[.…?!。？！][”»」\s]*$/.test(text) ? text : m.cat_sentence({ text });

/** The events of an update and what the game waits for, as one announcement for screen readers. */
export function announcement(
	entries: readonly LogEntry[],
	view: View,
	seatNames: SeatNames,
	cards?: CardWriter
): string {
	const events = entries.flatMap(({ events }) => events);
	const names = { ...seatNames, families: view.families };
	const happened = events.map((event) => ended(eventSentence(event, names, cards)));
	if (events.at(-1)?.kind === 'game_over') return formatSentences(happened); // the last one says so
	return formatSentences([...happened, turnSentence(view, seatNames)]);
}

export const progressSentence = ({ round, rounds, result }: View): string =>
	m.brain_replay_progress({ round: Math.min(result ? round : round + 1, rounds), rounds });
