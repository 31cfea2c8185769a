/** Positions to jump to: tricks, rounds, paradoxes. */

import type { Game, Replay } from '#lib/protocol.ts';

export type Landmark = 'trick' | 'round' | 'paradox';

/** The kind of landmark that an event is, by kind of event; only of landmarks that the game has. */
export type LandmarkKinds<G extends Game> = Partial<Record<G['event']['kind'], Landmark>>;

/** Positions by kind, ascending. */
export type Landmarks = Record<Landmark, number[]>;

export function landmarksOf<G extends Game>({ start, steps }: Replay<G>, kinds: LandmarkKinds<G>): Landmarks {
	const landmarks: Landmarks = { trick: [], round: [], paradox: [] };
	for (const [ply, { log }] of [start, ...steps].entries()) {
		const here = new Set(log.map((event: G['event']) => kinds[event.kind as G['event']['kind']]));
		for (const kind of here) if (kind) landmarks[kind].push(ply);
	}
	return landmarks;
}

/** The next landmark, else the end. */
export const nextOf = (plies: readonly number[], ply: number, end: number): number =>
	plies.find((landmark) => landmark > ply) ?? end;

/** The previous landmark, else the start. */
export const previousOf = (plies: readonly number[], ply: number): number =>
	plies.findLast((landmark) => landmark < ply) ?? 0;
