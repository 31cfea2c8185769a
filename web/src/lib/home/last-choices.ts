/** The last choices of the form for new tables, kept in this browser. */

import type { TableSettings } from '#lib/protocol.ts';
import { DEFAULT_SETTINGS } from '#lib/table-settings.ts';

const KEY = 'boxcats.new-table';

export interface LastChoices {
	game: string;
	seats: number;
	layout: string;
	bots: string;
	terms: TableSettings;
}

/** The link to a voice call is left out: it belongs to one evening. */
export function rememberChoices({ terms, ...choices }: LastChoices): void {
	const kept = { ...choices, terms: { ...terms, link: '' } };
	try {
		localStorage.setItem(KEY, JSON.stringify(kept));
	} catch {
		// private windows may have no storage
	}
}

export const forgetChoices = (): void => localStorage.removeItem(KEY);

/** Returns the choices, without those that have another type than expected; the server checks their values. */
export function lastChoices(): Partial<LastChoices> {
	try {
		const { game, seats, layout, bots, terms } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as LastChoices;
		return {
			...(typeof game === 'string' && { game }),
			...(Number.isInteger(seats) && { seats }),
			...(typeof layout === 'string' && { layout }),
			...(typeof bots === 'string' && { bots }),
			terms: { ...DEFAULT_SETTINGS, ...sameTypes(terms) }
		};
	} catch {
		return {};
	}
}

function sameTypes(terms: object): Partial<TableSettings> {
	const expected = DEFAULT_SETTINGS as unknown as Record<string, unknown>;
	const known = Object.entries(terms).filter(
		([key, value]) =>
			key in expected &&
			typeof value === typeof expected[key] &&
			Array.isArray(value) === Array.isArray(expected[key])
	);
	return Object.fromEntries(known) as Partial<TableSettings>;
}
