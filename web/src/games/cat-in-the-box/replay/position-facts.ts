/** Facts about a position besides its view. */

import type { Consequence, Event, Frame } from '../protocol.ts';
import { formatSentences } from '#lib/list-format.ts';
import type { SeatNames } from '#lib/seat-names.ts';
import { eventSentence } from '../event-sentences.ts';
import type { Space } from '../labels.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

export function eventOf<K extends Event['kind']>({ events }: Frame, kind: K): Of<K> | undefined {
	return events.find((event): event is Of<K> => event.kind === kind);
}

/** The round that the last move ended. */
export const roundScored = (frame: Frame): number | undefined => eventOf(frame, 'round_scored')?.round;

/** The round of the last move; the next one may have begun. */
export const roundOf = (frame: Frame): number => roundScored(frame) ?? frame.view.round;

/** The text of the move, without the events of a round's end. */
export function moveSentence({ events }: Frame, seatNames: SeatNames): string {
	const end = events.findIndex(({ kind }) => kind === 'round_scored');
	const own = end < 0 ? events : events.slice(0, end);
	return formatSentences(own.map((event) => eventSentence(event, seatNames)));
}

interface Option {
	space: Space;
	taken: boolean; // this option was declared
	consequence: Consequence;
}

/** A declaration and its alternatives. */
export interface Declaration {
	seat: number;
	options: Option[];
}

/**
 * The alternatives of the last move; undefined if it was no declaration or is not visible in this
 * perspective.
 */
export function declarationAt(frame: Frame, before: Frame | undefined): Declaration | undefined {
	const declared = eventOf(frame, 'declared');
	const legal = declared && before?.own[declared.seat]?.legal?.declare;
	if (!legal) return undefined;
	const taken = `${declared.color}${declared.card}`;
	const options = Object.entries(legal).map(([space, consequence]) => ({
		space,
		taken: space === taken,
		consequence
	}));
	return { seat: declared.seat, options };
}
