/** The last known visitor of this browser, to notice a lost session. Contains no secret. */

import type { Me } from './protocol.ts';

const KEY = 'boxcats.me';

export interface Known {
	who: string; // the person's public id
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
		// without storage a lost session is not noticed
	}
}
