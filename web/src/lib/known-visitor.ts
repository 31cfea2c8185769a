/** Who this browser was, to notice when its session is lost. Nothing in it is secret, and it opens nothing. */

import type { Me } from './protocol.ts';

const KEY = 'boxcats.me';

export interface Known {
	who: string; // the same person has the same at every table
	name: string;
	account: boolean;
	plays: boolean; // sits at a table
}

export function remembered(): Known | undefined {
	try {
		const written = localStorage.getItem(KEY);
		return written ? (JSON.parse(written) as Known) : undefined;
	} catch {
		return undefined;
	}
}

export const knownOf = ({ who, name, account, tables }: Me): Known => ({
	who,
	name,
	account,
	plays: tables.length > 0
});

export function remember(known: Known | undefined): void {
	try {
		if (known) localStorage.setItem(KEY, JSON.stringify(known));
		else localStorage.removeItem(KEY);
	} catch {
		// then a lost session is not noticed in this browser
	}
}
