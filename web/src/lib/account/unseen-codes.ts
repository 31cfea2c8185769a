/** Remembers in this browser whose recovery codes were made and not yet confirmed as saved. */

const KEY = 'boxcats.unseen-codes'; // the player's public id

/** Call it before a registration: its response, which holds the codes, may be lost. */
export function expectCodes(who: string): void {
	try {
		localStorage.setItem(KEY, who);
	} catch {
		// without storage the account page does not remind of them
	}
}

/** Whether this player may not have seen the codes. */
export function areCodesUnseen(who: string): boolean {
	try {
		return localStorage.getItem(KEY) === who;
	} catch {
		return false;
	}
}

/** The codes were saved. */
export function markCodesSeen(): void {
	try {
		localStorage.removeItem(KEY);
	} catch {
		// nothing was remembered
	}
}
