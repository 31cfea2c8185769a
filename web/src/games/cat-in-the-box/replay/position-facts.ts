/** What a replay tells about a position besides its view. */

import type { Consequence, Event, Frame } from '../protocol.ts';
import type { SeatNames } from '#lib/seat-names.ts';
import { eventSentence } from '../sentences.ts';
import type { Space } from '../labels.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

export function eventOf<K extends Event['kind']>({ events }: Frame, kind: K): Of<K> | undefined {
	return events.find((event): event is Of<K> => event.kind === kind);
}

/** The round that ended with the last move. */
export const roundScored = (frame: Frame): number | undefined => eventOf(frame, 'round_scored')?.round;

/** The round the last move belongs to: the next one may be open by now. */
export const roundOf = (frame: Frame): number => roundScored(frame) ?? frame.view.round;

/** What the move itself did, without what it set off at a round's end. */
export function moveSentence({ events }: Frame, seatNames: SeatNames): string {
	const end = events.findIndex(({ kind }) => kind === 'round_scored');
	const own = end < 0 ? events : events.slice(0, end);
	return own.map((event) => eventSentence(event, seatNames)).join(' ');
}

interface Option {
	space: Space;
	taken: boolean; // it is what was declared
	consequence: Consequence;
}

/** A declaration, and what else its seat could have declared. */
export interface Declaration {
	seat: number;
	options: Option[];
}

/** What the last move was chosen from; undefined if it declared nothing, or these eyes do not see it. */
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
