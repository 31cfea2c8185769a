/** Which tips of a game's coach are over, stored in the browser. */

const KEY = 'boxcats.coach';

/** By game: the keys of the tips that are over; `true` when the coach is. */
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

/** Stores the tips that are over; `true` closes the coach of this game for good. */
export function storeTips(game: string, over: readonly string[] | true): void {
	try {
		localStorage.setItem(KEY, JSON.stringify({ ...read(), [game]: over }));
	} catch {
		// without storage it lasts as long as the page
	}
}
