/** The order of the seats at the end of a game. */

import type { Result, View } from './protocol.ts';

/** Returns the seats by their scores; those that left come last, as they win nothing (B36). */
export function standings({ scores }: Result, { in_play }: Pick<View, 'in_play'>): number[] {
	const isIn = (seat: number): number => Number(in_play.includes(seat));
	return scores.map((_, seat) => seat).sort((a, b) => isIn(b) - isIn(a) || scores[b]! - scores[a]!);
}
