/** Who understood each paw of a round: whose vote or token came nearer to the mystery card. */

import type { Board, Event, Family } from '../protocol.ts';
import type { Moment, Round } from '../rounds.ts';

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
interface Stance {
	seat: number;
	paws: number; // that had been placed
	nearness: number;
}

/** Returns a report on each paw of a round that is over; none if the mystery card was not drawn. */
export function clueAutopsy(round: Round): PawReport[] {
	const mystery = round.summary?.mystery;
	if (mystery === undefined) return [];
	const stances = round.moments.flatMap((moment) => stancesAt(moment, mystery));
	const times = thinkingTimes(round);
	return round.board.paws.map((at, paw) => ({
		paw,
		at,
		seconds: times[paw],
		...movesAfter(stances, paw + 1)
	}));
}

function movesAfter(
	stances: Stance[],
	paws: number
): Pick<PawReport, 'nearer' | 'further' | 'right' | 'asked'> {
	const changes = [...new Set(stances.map(({ seat }) => seat))]
		.sort((a, b) => a - b)
		.flatMap((seat) => {
			const mine = stances.filter((stance) => stance.seat === seat);
			const after = mine.find((stance) => stance.paws === paws)?.nearness;
			const before = mine.findLast((stance) => stance.paws < paws)?.nearness ?? 0;
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

function stancesAt({ event, frame, before }: Moment, mystery: number): Stance[] {
	const board = before?.view.board;
	if (!board) return [];
	const paws = board.paws.length;
	switch (event.kind) {
		case 'decided':
			return debateStances(before.view.in_play, before.view.debate?.votes ?? {}, board, mystery);
		case 'totem_placed':
		case 'totem_stayed':
			return familyStances({ event, frame, before }, event.family, mystery);
		case 'token_placed':
			return [{ seat: event.seat, paws, nearness: Number(event.master === mystery) }];
		case 'token_stayed':
			return [{ seat: event.seat, paws, nearness: Number(board.places[event.seat] === mystery) }];
		default:
			return [];
	}
}

function debateStances(
	inPlay: number[],
	votes: Record<string, string>,
	{ cat, paws, places: [red, blue] }: Board,
	mystery: number
): Stance[] {
	const side = red === mystery ? 'red' : blue === mystery ? 'blue' : undefined;
	const nearnessOf = (vote: string | undefined): number => {
		if (!side || (vote !== 'red' && vote !== 'blue')) return 0;
		return vote === side ? 1 : -1;
	};
	return inPlay
		.filter((seat) => seat !== cat)
		.map((seat) => ({ seat, paws: paws.length, nearness: nearnessOf(votes[seat]) }));
}

/** The votes of a family when it acted, as far as the replay shows them. */
function familyStances({ before }: Moment, family: Family, mystery: number): Stance[] {
	const { view, own } = before!;
	const { places, paws } = view.board!;
	const seats = view.families!.flatMap((one, seat) => (one === family ? [seat] : []));
	const votes = seats.map((seat) => own[seat]?.family_votes?.votes).find((seen) => seen) ?? {};
	const totem = places[family === 'red' ? 0 : 1];
	return Object.entries(votes).map(([seat, vote]) => {
		const master = vote === 'stay' ? totem : Number(vote);
		return { seat: Number(seat), paws: paws.length, nearness: Number(master === mystery) };
	});
}

/** Returns by paw how many seconds passed between the clue and the paw; undefined without times. */
export function thinkingTimes({ moments }: Round): (number | undefined)[] {
	let laid: number | undefined;
	const times: (number | undefined)[] = [];
	for (const { event, frame } of moments) {
		const at = frame.step?.at;
		if (event.kind === ('clue_laid' satisfies Event['kind'])) laid = at;
		if (event.kind === 'paw_placed')
			times.push(at === undefined || laid === undefined ? undefined : Math.max(0, at - laid));
	}
	return times;
}
