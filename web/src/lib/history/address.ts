import type { Filters } from './api.ts';

/** What the page shows: one of its lists, and the filters of that list. */
export interface Shown {
	of: string;
	filters: Filters;
}

/** Whether the URL names a player by the handle of a link, not by a name that was typed. */
export const isHandle = (player: string): boolean => /^[0-9a-f]{12}$/.test(player);

/** Returns the list and the filters of a URL. */
export function shownIn(search: URLSearchParams): Shown {
	const valueOf = (name: string): string => search.get(name) ?? '';
	return {
		of: valueOf('of') || 'mine',
		filters: {
			game: valueOf('game'),
			player: valueOf('player'),
			since: valueOf('since'),
			until: valueOf('until')
		}
	};
}

/** Returns the query of the URL that shows this list with these filters. */
export function queryOf({ of, filters }: Shown): string {
	const set = Object.entries(filters).filter(([, value]) => value);
	return `?${new URLSearchParams([['of', of], ...set])}`;
}
