/** What stands out in an analysis, and its curve. */

import type { Analysis, Decision } from '#lib/protocol.gen.ts';
import type { Series } from '#lib/replay/chart.ts';
import type { BarMark } from '#lib/replay/replay.svelte.ts';

const MOST_MISTAKES = 8;
const MOST_LUCKY = 3;

export interface Moment extends Omit<BarMark, 'label'> {
	seat: number;
	points: number; // lost, or won by luck
}

/** The worst mistakes and the luckiest moments, in the order of play. */
export function momentsOf({ decisions, mistake }: Analysis): Moment[] {
	const mistakes = decisions.flatMap(({ grade, ply, seat, loss }): Moment[] =>
		grade === 'blunder' || grade === 'mistake' ? [{ kind: grade, ply: ply + 1, seat, points: loss }] : []
	);
	const lucky = luckOf(decisions).filter(({ points }) => points >= mistake);
	const most = (moments: Moment[], count: number) =>
		moments.toSorted((a, b) => b.points - a.points).slice(0, count);
	return [...most(mistakes, MOST_MISTAKES), ...most(lucky, MOST_LUCKY)].toSorted((a, b) => a.ply - b.ply);
}

/** How much more a seat could expect at its next decision of a round than after the one before. */
function luckOf(decisions: readonly Decision[]): Moment[] {
	return decisions.flatMap((after, index): Moment[] => {
		const before = decisions.findLast(
			(earlier, at) => at < index && earlier.seat === after.seat && earlier.round === after.round
		);
		if (!before) return [];
		const points = after.moves[0]!.points - before.moves[before.played]!.points;
		return [{ kind: 'lucky', ply: after.ply, seat: after.seat, points }];
	});
}

export interface Curve {
	labels: string[];
	series: Series[];
	at: number | undefined; // the index of the decision at this position
}

/** What each seat could expect after each of its decisions in a round. */
export function curveOf(
	decisions: readonly Decision[],
	round: number,
	seats: number,
	ply: number,
	labelOf: (decision: Decision) => string | undefined
): Curve {
	const labels: string[] = [];
	const series = Array.from({ length: seats }, (): (number | undefined)[] => []);
	let at: number | undefined;
	for (const decision of decisions) {
		if (decision.round !== round) continue;
		const label = labelOf(decision);
		if (label === undefined) continue;
		const column = labels.indexOf(label) >= 0 ? labels.indexOf(label) : labels.push(label) - 1;
		const points = Math.round(decision.moves[decision.played]!.points * 10) / 10;
		series[decision.seat]![column] = points || 0; // not -0
		if (decision.ply < ply) at = column;
	}
	return {
		labels,
		series: series.map((values) => labels.map((_, column) => values[column])),
		at
	};
}
