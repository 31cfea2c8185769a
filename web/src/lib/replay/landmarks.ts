/** Positions to jump to: tricks, rounds, paradoxes. */

import type { Game, Replay } from '#lib/protocol.ts';

export type Landmark = 'trick' | 'round' | 'paradox';

/** Positions by kind, ascending. */
export type Landmarks = Record<Landmark, number[]>;

export function landmarksOf<G extends Game>(
	{ start, steps }: Replay<G>,
	kindOf: (event: G['event']) => Landmark | undefined
): Landmarks {
	const landmarks: Landmarks = { trick: [], round: [], paradox: [] };
	for (const [ply, { log }] of [start, ...steps].entries()) {
		for (const kind of new Set(log.map(kindOf))) if (kind) landmarks[kind].push(ply);
	}
	return landmarks;
}

/** The next landmark, else the end. */
export const nextOf = (plies: readonly number[], ply: number, end: number): number =>
	plies.find((one) => one > ply) ?? end;

/** The previous landmark, else the start. */
export const lastOf = (plies: readonly number[], ply: number): number =>
	plies.findLast((one) => one < ply) ?? 0;
