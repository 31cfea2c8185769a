/** Who understood each paw of a round: whose vote or token came nearer to the mystery card. */

import type { Board } from './protocol.ts';

export interface PawReport {
	paw: number; // 0 is the blue one
	at: number; // the clue that it points to
	seconds: number | undefined; // that the cat thought, if times are known
	nearer: number[]; // seats
	further: number[];
	right: number[]; // seats on the mystery card after it
	asked: number[]; // seats whose choice after it is known
}

/** A seat's choice: 1 for the mystery card, -1 against it, 0 for neither. */
export interface Stance {
	seat: number;
	paws: number; // that had been placed
	nearness: number;
}

/** Returns a report on each paw; `times` has the seconds that the cat thought, by paw. */
export const reportsOf = (
	paws: readonly number[],
	stances: readonly Stance[],
	times: readonly (number | undefined)[]
): PawReport[] => paws.map((at, paw) => ({ paw, at, seconds: times[paw], ...movesAfter(stances, paw + 1) }));

function movesAfter(
	stances: readonly Stance[],
	paws: number
): Pick<PawReport, 'nearer' | 'further' | 'right' | 'asked'> {
	const changes = [...new Set(stances.map(({ seat }) => seat))]
		.sort((a, b) => a - b)
		.flatMap((seat) => {
			const ownStances = stances.filter((stance) => stance.seat === seat);
			const after = ownStances.find((stance) => stance.paws === paws)?.nearness;
			const before = ownStances.findLast((stance) => stance.paws < paws)?.nearness ?? 0;
			return after === undefined ? [] : [{ seat, after, change: after - before }];
		});
	const seatsOf = (fits: (change: (typeof changes)[number]) => boolean) =>
		changes.filter(fits).map(({ seat }) => seat);
	return {
		nearer: seatsOf(({ change }) => change > 0),
		further: seatsOf(({ change }) => change < 0),
		right: seatsOf(({ after }) => after > 0),
		asked: seatsOf(() => true)
	};
}

/** What the members of a debate voted when it was decided. */
export function debateStances(
	inPlay: readonly number[],
	votes: Record<string, string>,
	{ cat, places: [red, blue] }: Pick<Board, 'cat' | 'places'>,
	paws: number,
	mystery: number
): Stance[] {
	const side = red === mystery ? 'red' : blue === mystery ? 'blue' : undefined;
	const nearnessOf = (vote: string | undefined): number => {
		if (!side || (vote !== 'red' && vote !== 'blue')) return 0;
		return vote === side ? 1 : -1;
	};
	return inPlay
		.filter((seat) => seat !== cat)
		.map((seat) => ({ seat, paws, nearness: nearnessOf(votes[seat]) }));
}
