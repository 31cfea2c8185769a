/** The reports on the paws of a round, from the positions of a replay. */

import { debateStances, reportsOf, type PawReport, type Stance } from '../paw-reports.ts';
import type { Event, Family } from '../protocol.ts';
import type { Moment, Round } from '../rounds.ts';

/** Returns a report on each paw of a round that is over; none if the mystery card was not drawn. */
export function clueAutopsy(round: Round): PawReport[] {
	const mystery = round.summary?.mystery;
	if (mystery === undefined) return [];
	const stances = round.moments.flatMap((moment) => stancesAt(moment, mystery));
	return reportsOf(round.board.paws, stances, thinkingTimes(round));
}

function stancesAt({ event, frame, before }: Moment, mystery: number): Stance[] {
	const board = before?.view.board;
	if (!board) return [];
	const paws = board.paws.length;
	switch (event.kind) {
		case 'decided':
			return debateStances(frame.view.in_play, before.view.debate?.votes ?? {}, board, paws, mystery);
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

/** The votes of a family when it acted, as far as the replay shows them. */
function familyStances({ before }: Moment, family: Family, mystery: number): Stance[] {
	const { view, own } = before!;
	const { places, paws } = view.board!;
	const seats = view.families!.flatMap((other, seat) => (other === family ? [seat] : []));
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
