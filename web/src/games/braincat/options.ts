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

/** Returns the options of this seat; none if it has nothing to vote on. `chosen` overrides its vote in the view. */
export function voteOptions(view: View, me: number | undefined, chosen?: Vote): VoteOption[] {
	const { legal } = view;
	if (me === undefined || !legal) return [];
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

/** In individual mode: the masters to which the token may go, and `stay`. */
function tokenVotes({ legal }: View): Vote[] {
	const masters = (legal?.masters ?? []).map((place) => String(place) as Vote);
	return legal?.kinds.includes('stay') ? [...masters, 'stay'] : masters;
}

function whereOf({ board }: View, vote: Vote): Pick<VoteOption, 'place' | 'side'> {
	if (vote === 'red' || vote === 'blue') {
		return { side: vote, place: board?.places[FAMILIES.indexOf(vote)] ?? undefined };
	}
	return /^\d$/.test(vote) ? { place: Number(vote) } : {};
}
