/** The log as sentences. */

import type { SeatNames } from '#lib/seat-names.ts';
import { eventsOf } from '#lib/table/log-events.ts';
import { m } from '#messages';
import { eventSentence } from './log-sentences.ts';
import type { CardWriter } from './packs.ts';
import type { LogEntry } from './protocol.ts';

/** Returns what writes the cards of a round's packs. */
type WriterOf = (round: { pack: string; clue_pack: string }) => CardWriter;

export interface Line {
	key: string;
	text: string;
	starts: boolean; // a round
}

/** Returns a line for each event; the cards are those of the packs of their rounds. */
export function linesOf(log: readonly LogEntry[], seatNames: SeatNames, writerOf: WriterOf): Line[] {
	let cards: CardWriter | undefined;
	return eventsOf(log).map(({ key, event, caretaker }) => {
		if (event.kind === 'round_dealt') cards = writerOf(event);
		const text = eventSentence(event, seatNames, cards);
		const suffix = caretaker ? ` ${m.by_substitute()}` : '';
		return { key, text: text + suffix, starts: event.kind === 'cat_found' };
	});
}

/** Returns what writes the cards that were dealt last: the board has no pack anymore once their round is over. */
export function writerOfLastDeal(log: readonly LogEntry[], writerOf: WriterOf): CardWriter | undefined {
	const dealt = log.flatMap(({ events }) => events).findLast(({ kind }) => kind === 'round_dealt');
	return dealt?.kind === 'round_dealt' ? writerOf(dealt) : undefined;
}

/** Returns the lines of the current round. */
export function linesOfRound(lines: readonly Line[]): Line[] {
	return lines.slice(Math.max(0, lines.map(({ starts }) => starts).lastIndexOf(true)));
}
