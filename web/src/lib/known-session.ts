/** The last known player of this browser, to notice a lost session. Contains no secret. */

import type { Me } from './protocol.ts';

export const KEY = 'boxcats.me';

export interface KnownSession {
	who: string; // the player's public id
	name: string;
	account: boolean;
	plays: boolean; // sits at a table
}

/** Returns what `remember` has stored, as text: each time another one. */
export function rememberedText(): string | undefined {
	try {
		return localStorage.getItem(KEY) ?? undefined;
	} catch {
		return undefined;
	}
}

/** Returns what `remember` has stored. */
export function remembered(): KnownSession | undefined {
	try {
		return JSON.parse(rememberedText() ?? '') as KnownSession;
	} catch {
		return undefined;
	}
}

export const knownSessionOf = ({ who, name, account, tables }: Me): KnownSession => ({
	who,
	name,
	account,
	plays: tables.length > 0
});

/** Stores the player of this browser, or that there is none. */
export function remember(known: KnownSession | undefined): void {
	try {
		// the time makes each value a new one, which other tabs are notified of
		localStorage.setItem(KEY, known ? JSON.stringify({ ...known, at: Date.now() }) : '');
	} catch {
		// without storage a lost session is not noticed
	}
}
