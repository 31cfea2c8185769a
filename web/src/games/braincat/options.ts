/** What a seat may vote for, or where it may put its token, in the current step. */

import { FAMILIES } from './board.ts';
import type { Family, Vote, View } from './protocol.ts';

export interface VoteOption {
	vote: Vote;
	place?: number; // a master
	side?: Family; // the place on which the master lies
	chosen: boolean;
	legal: boolean;
}

const ORDER: readonly Vote[] = ['red', 'blue', 'clue', '0', '1', '2', '3', '4', '5', 'stay'];

/** What is selected or on its way; it overrides the vote in the view. */
interface Selected {
	vote?: Vote;
	out?: readonly number[]; // masters to lay out
}

/** Returns the options of this seat; none if it has nothing to vote on, to place or to lay out. */
export function voteOptions(
	view: View,
	me: number | undefined,
	{ vote: chosen, out = [] }: Selected
): VoteOption[] {
	const { legal } = view;
	if (me === undefined || !legal) return [];
	if (legal.lay_out) return layOutOptions(legal.lay_out, out);
	const own = chosen ?? (view.debate?.votes[me] || view.family_votes?.votes[me]);
	const votes = view.phase === 'choice' ? tokenVotes(view) : (legal.votes ?? []);
	const shown = ORDER.filter((vote) => votes.includes(vote) || vote === own);
	return shown.map((vote) => ({
		vote,
		...whereOf(view, vote),
		chosen: vote === own,
		legal: votes.includes(vote)
	}));
}

function layOutOptions(threes: readonly number[][], out: readonly number[]): VoteOption[] {
	const places = [...new Set(threes.flat())].sort((a, b) => a - b);
	return places.map((place) => ({ vote: voteFor(place), place, chosen: out.includes(place), legal: true }));
}

export const voteFor = (place: number): Vote => String(place) as Vote;

/** In individual mode: the masters to which the token may go, and `stay`. */
function tokenVotes({ legal }: View): Vote[] {
	const masters = (legal?.masters ?? []).map(voteFor);
	return legal?.kinds.includes('stay') ? [...masters, 'stay'] : masters;
}

function whereOf({ board }: View, vote: Vote): Pick<VoteOption, 'place' | 'side'> {
	if (vote === 'red' || vote === 'blue') {
		return { side: vote, place: board?.places[FAMILIES.indexOf(vote)] ?? undefined };
	}
	return /^\d$/.test(vote) ? { place: Number(vote) } : {};
}
