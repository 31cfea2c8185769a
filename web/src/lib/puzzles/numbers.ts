/** Numbers of evaluations in the reader's language. */

import { settings } from '#lib/settings.svelte.ts';

/** Returns a number with one decimal, and with a minus sign instead of a hyphen. */
export const tenths = (value: number, signDisplay: 'auto' | 'always' = 'auto'): string =>
	value
		.toLocaleString(settings.locale, { signDisplay, minimumFractionDigits: 1, maximumFractionDigits: 1 })
		.replace('-', '−');

/** Returns how often something happens in a hundred deals. */
export const inHundred = (chance: number): string => String(Math.round(100 * chance));

/** Returns a chance as a whole percentage. */
export const percent = (chance: number): string =>
	chance.toLocaleString(settings.locale, { style: 'percent', maximumFractionDigits: 0 });

/** Whether two moves have the same fields. */
export const sameMove = (one: object, other: object): boolean =>
	Object.entries(one).every(([key, value]) => (other as Record<string, unknown>)[key] === value);
