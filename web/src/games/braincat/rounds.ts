/** The rounds of a game, found in the positions of its replay. */

import type { Board, Event, Frame, RoundSummary } from './protocol.ts';
import { countedNumber } from './round-names.ts';

/** An event, the position that it led to, and the one before it. */
export interface Moment {
	event: Event;
	frame: Frame;
	before: Frame | undefined;
}

export interface Round {
	number: number; // void rounds count, from 0
	cat: number;
	moments: Moment[]; // from the cat being found to the round's end
	summary: RoundSummary | undefined; // once it is over
	board: Board; // at its end, or in the last position
}

const momentsOf = (frames: readonly Frame[]): Moment[] =>
	frames.flatMap((frame, ply) => frame.events.map((event) => ({ event, frame, before: frames[ply - 1] })));

/** Returns all rounds, void ones and the one that is being played too. */
export function roundsOf(frames: readonly Frame[]): Round[] {
	const { view } = frames.at(-1)!;
	const rounds: Round[] = [];
	for (const moment of momentsOf(frames)) {
		if (moment.event.kind === 'cat_found') {
			const summary = view.ended[rounds.length];
			const board = (summary?.board ?? view.board)!;
			rounds.push({ number: rounds.length, cat: moment.event.cat, moments: [], summary, board });
		}
		rounds.at(-1)?.moments.push(moment);
	}
	return rounds;
}

/** Returns the events of one kind in a round. */
export function eventsOf<Kind extends Event['kind']>(
	{ moments }: Round,
	kind: Kind
): Extract<Event, { kind: Kind }>[] {
	return moments.flatMap(({ event }) =>
		event.kind === kind ? [event as Extract<Event, { kind: Kind }>] : []
	);
}

/** Returns the number of a round among those that count, from 1. */
export const numberAmong = (rounds: readonly Round[], { number }: Round): number =>
	countedNumber(rounds.slice(0, number).map(({ summary }) => summary));
