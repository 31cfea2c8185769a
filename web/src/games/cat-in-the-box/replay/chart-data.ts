/** The series of the charts. */

import type { Frame } from '../protocol.ts';
import { totalsAfter } from '../summary.ts';
import { eventOf } from './position-facts.ts';

/** By seat: the total before the first round and after each that was scored. */
export function scoresBySeat({ view }: Frame): number[][] {
	const totals = Array.from({ length: Object.keys(view.scored).length + 1 }, (_, rounds) =>
		totalsAfter(view.scored, rounds, view.seats)
	);
	return Array.from({ length: view.seats }, (_, seat) => totals.map((after) => after[seat]!));
}

/** By seat and trick of a round: the number of legal declarations; undefined where not visible. */
export function declarationsBySeat(frames: readonly Frame[], round: number): (number | undefined)[][] {
	const { seats, tricks } = frames[0]!.view;
	const declarations = Array.from({ length: seats }, () => Array<number | undefined>(tricks).fill(undefined));
	for (const [index, frame] of frames.entries()) {
		const before = frames[index - 1];
		if (before?.view.round !== round) continue;
		const declared = eventOf(frame, 'declared');
		const legal = declared && before.own[declared.seat]?.legal?.declare;
		if (legal) declarations[declared.seat]![before.view.trick] = Object.keys(legal).length;
		const paradox = eventOf(frame, 'paradox_caused');
		if (paradox) declarations[paradox.seat]![trickOf(frame, before)] = 0;
	}
	return declarations;
}

/** Returns the trick in which a seat could declare nothing: the next one if one was just won. */
function trickOf(frame: Frame, before: Frame): number {
	return before.view.trick + (eventOf(frame, 'trick_won') ? 1 : 0);
}
