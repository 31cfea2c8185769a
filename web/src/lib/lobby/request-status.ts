import { m } from '#messages';
import type { Lobby } from './lobby.svelte.ts';

/** The progress of the request in one line: the size that misses the fewest people. */
export function progress({ offer, needed }: Lobby): string {
	if (offer?.answer === 'people' || offer?.answer === 'bots')
		return m.match_agreed({ agreed: offer.agreed, people: offer.people });
	const nearest = [...needed].sort((a, b) => a.more - b.more)[0];
	return nearest ? missing(nearest.seats, nearest.more) : '';
}

/** The number of people that a table of this size misses. */
export const missing = (seats: number, more: number): string =>
	more ? m.match_needed({ count: more, seats }) : m.match_complete({ seats });
