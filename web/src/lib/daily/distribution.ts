import type { DailyDeal, DailyResults } from '#lib/protocol.ts';

/** A bar of the chart: the scores from `low` to `high`. */
export interface Bar {
	low: number;
	high: number;
	players: number;
	own: boolean; // the reader's score is among them
}

const MAX_BARS = 12;

/** Whether a friend has a result: the list of friends includes the reader, if ranked. */
export const hasFriends = ({ mine, results }: DailyDeal): boolean =>
	(results?.friends.length ?? 0) > (mine?.place === undefined ? 0 : 1);

/** Groups the scores of all players into at most MAX_BARS ranges of the same size, the highest first. */
export function barsOf(results: DailyResults, own?: number): Bar[] {
	const scores = [...results.scores, ...results.guest_scores];
	if (!scores.length) return [];
	const values = scores.map(({ score }) => score);
	const lowest = Math.min(...values);
	const highest = Math.max(...values);
	const size = Math.ceil((highest - lowest + 1) / MAX_BARS);
	const count = Math.floor((highest - lowest) / size) + 1;
	return Array.from({ length: count }, (_, at) => {
		const low = lowest + (count - 1 - at) * size;
		const high = Math.min(low + size - 1, highest);
		const isInside = (score: number): boolean => score >= low && score <= high;
		const players = scores.reduce((sum, row) => sum + (isInside(row.score) ? row.players : 0), 0);
		return { low, high, players, own: own !== undefined && isInside(own) };
	});
}
