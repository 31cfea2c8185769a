/** Which rounds a position of a replay has behind it. */

import type { Round } from '../rounds.ts';

/** The number of moves after which a round was over. */
const endOf = ({ moments }: Round): number =>
	moments.find(({ event }) => event.kind === 'round_scored' || event.kind === 'round_voided')?.frame.ply ??
	Infinity;

/** Returns the round that has just ended, or the last one if none is being played; else undefined. */
export function roundOver(rounds: readonly Round[], ply: number, playing: boolean): Round | undefined {
	const over = rounds.filter((round) => endOf(round) <= ply);
	const last = over.at(-1);
	return last && (!playing || endOf(last) === ply) ? last : undefined;
}
