/** Which tips of a game's coach are over, stored in the browser. */

const KEY = 'boxcats.coach';

/** By game: the keys of the tips that are over, none at the coach's beginning; `true` when the coach is over. */
type Stored = Record<string, readonly string[] | true>;

function read(): Stored {
	try {
		return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Stored;
	} catch {
		return {}; // unreadable: as if there were none
	}
}

/** Returns the tips that are over; undefined if the coach is closed for good. */
export function tipsOver(game: string): readonly string[] | undefined {
	const stored = read()[game];
	return stored === true ? undefined : Array.isArray(stored) ? stored : [];
}

/** Returns whether this browser has stored anything about the coach of this game. */
export const hasCoachBegun = (game: string): boolean => read()[game] !== undefined;

/** Stores the tips that are over; `true` closes the coach of this game for good. */
export function storeTips(game: string, over: readonly string[] | true): void {
	try {
		localStorage.setItem(KEY, JSON.stringify({ ...read(), [game]: over }));
	} catch {
		// without storage it lasts as long as the page
	}
}
