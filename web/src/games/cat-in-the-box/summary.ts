/** The steps of a seat's score in a round (C17-C19). */

import type { RoundSummary } from './protocol.ts';
import type { Space } from './labels.ts';

export type Step =
	| { kind: 'tricks'; won: number; points: number; paradox: boolean }
	| { kind: 'no_bonus'; why: 'paradox' | 'bid' | 'too_many'; bid?: number; won: number }
	| { kind: 'bonus'; bid?: number; group: Space[]; points: number }
	| { kind: 'sum'; points: number };

export function stepsOf(summary: RoundSummary, seat: number): Step[] {
	const score = summary.seats[seat]!;
	const { won, bid, group, bonus } = score;
	const paradox = summary.paradox?.seat === seat;
	const why = paradox ? 'paradox' : bid === undefined ? 'too_many' : 'bid';
	return [
		{ kind: 'tricks', won, points: score.trick_points, paradox },
		bonus > 0 ? { kind: 'bonus', bid, group, points: bonus } : { kind: 'no_bonus', why, bid, won },
		{ kind: 'sum', points: score.points }
	];
}

/** Totals of all seats after this number of rounds. */
export function totalsAfter(scored: Record<string, RoundSummary>, rounds: number, seats: number): number[] {
	return Array.from({ length: seats }, (_, seat) =>
		Array.from({ length: rounds }, (_, round) => scored[round]?.seats[seat]?.points ?? 0).reduce(
			(a, b) => a + b,
			0
		)
	);
}
