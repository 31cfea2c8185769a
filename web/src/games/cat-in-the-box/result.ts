/** The ranking of the seats. The winners come with the view (C20). */

import type { ResultView } from './protocol.ts';

/** Winners first, then by score; equal scores share a rank. */
export function ranking({ scores, winners }: ResultView): { seat: number; place: number }[] {
	const rank = (seat: number) => (winners.includes(seat) ? Infinity : scores[seat]!);
	const seats = scores.map((_, seat) => seat).sort((a, b) => rank(b) - rank(a));
	return seats.map((seat) => ({ seat, place: 1 + seats.filter((other) => rank(other) > rank(seat)).length }));
}

/** Whether a seat had the winners' total and did not win. */
export function tieBroken({ scores, winners }: ResultView): boolean {
	const best = Math.max(...scores);
	return scores.some((score, seat) => score === best && !winners.includes(seat));
}
