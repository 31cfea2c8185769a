/** Points by round. */

import type { View } from '../protocol.ts';

/** The finished rounds of a position, void ones left out. */
const finishedIn = ({ ended }: View) => Object.values(ended).filter(({ outcome }) => outcome !== 'void');

/** The totals of each seat, before the first round and after each. */
export function totalsBySeat(view: View): number[][] {
	const rounds = finishedIn(view).map(({ board }) => board.points);
	return Array.from({ length: view.seats }, (_, seat) =>
		rounds.reduce((totals, points) => [...totals, totals.at(-1)! + points[seat]!], [0])
	);
}

/** The totals of the Red and the Blue family. */
export function totalsByFamily(view: View): number[][] {
	const totals = totalsBySeat(view);
	return (['red', 'blue'] as const).map((family) => totals[view.families!.indexOf(family)]!);
}

/** The labels of the totals: "0", "1" … */
export const roundLabels = (view: View): string[] => [
	'0',
	...finishedIn(view).map((_, index) => String(index + 1))
];

/** How many rounds are finished. */
export const finishedRounds = (view: View): number => finishedIn(view).length;
