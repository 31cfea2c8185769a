/** The order of the seats in a result. Winners and places come with the view (C20). */

import type { ResultView } from './protocol.ts';

/** Returns the seats by their places; equal seats share one. Servers of the previous version send no places. */
export function ranking({ scores, winners, places }: ResultView): { seat: number; place: number }[] {
	const sent =
		(places as ResultView['places'] | undefined) ?? scores.map((_, seat) => (winners.includes(seat) ? 1 : 2));
	return sent.map((place, seat) => ({ seat, place })).sort((a, b) => a.place - b.place);
}

/** Whether a seat had the winners' total and did not win. */
export function tieBroken({ scores, winners }: ResultView): boolean {
	const best = Math.max(...scores);
	return scores.some((score, seat) => score === best && !winners.includes(seat));
}
