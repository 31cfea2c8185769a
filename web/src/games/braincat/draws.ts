/** The random numbers drawn during a round, as the positions of a replay show them (B13, B22, B24, B27). */

import type { Event, Family, Frame } from './protocol.ts';
import type { Moment, Round } from './rounds.ts';

/** A number from 0 to below the bound. */
export interface Draw {
	bound: number;
	number: number;
}

const CLUE_THROWS = 10;
const CARDS = 2;
const MASTERS = 4; // of individual mode

export const shownDraws = ({ moments }: Round): Draw[] => moments.flatMap(drawsOf);

function drawsOf({ event, frame, before }: Moment): Draw[] {
	switch (event.kind) {
		case 'decided':
			return throws(event);
		case 'token_placed':
			return isByLot(event, frame, before) ? [{ bound: MASTERS, number: event.master }] : [];
		case 'totem_placed':
		case 'picked':
			return lot(before, event.family, String(event.master));
		case 'totem_stayed':
			return lot(before, event.family, 'stay');
		default:
			return [];
	}
}

function throws({ clue_throw, card_throw }: Extract<Event, { kind: 'decided' }>): Draw[] {
	const clue = clue_throw === undefined ? [] : [{ bound: CLUE_THROWS, number: clue_throw }];
	return card_throw === undefined ? clue : [...clue, { bound: CARDS, number: card_throw }];
}

/** Whether a token was put by lot because the time was up (B27). */
function isByLot(
	{ seat }: Extract<Event, { kind: 'token_placed' }>,
	{ events }: Frame,
	before: Frame | undefined
): boolean {
	const had = before?.view.board?.places[seat] ?? undefined;
	return had === undefined && events.some(({ kind }) => kind === 'time_passed');
}

/** The draw between tied choices of a family; none if its votes, as they were seen, decide. */
function lot(before: Frame | undefined, family: Family, taken: string): Draw[] {
	const tied = before ? tiedChoices(before, family) : [];
	return tied.length > 1 ? [{ bound: tied.length, number: tied.indexOf(taken) }] : [];
}

function tiedChoices({ view, own }: Frame, family: Family): string[] {
	const seats = view.families!.flatMap((other, seat) => (other === family ? [seat] : []));
	const seen = seats.map((seat) => own[seat]?.family_votes).find((votes) => votes);
	if (!seen) return []; // the reader was not in the family
	const cast = Object.values(seen.votes);
	if (cast.length === 0) return view.phase === 'pick' ? view.board!.laid_out!.map(String) : ['stay'];
	const votesFor = (choice: string): number => cast.filter((vote) => vote === choice).length;
	const most = Math.max(...cast.map(votesFor));
	return [...new Set<string>(cast)].filter((choice) => votesFor(choice) === most).sort();
}
