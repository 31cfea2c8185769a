/** Numbers of evaluations in the reader's language. */

import { settings } from '#lib/settings.svelte.ts';

/** Returns a number with one decimal, and with a minus sign instead of a hyphen. */
export const tenths = (value: number, signDisplay: 'auto' | 'always' = 'auto'): string =>
	value
		.toLocaleString(settings.locale, { signDisplay, minimumFractionDigits: 1, maximumFractionDigits: 1 })
		.replace('-', '−');

/** Returns a chance as a whole percentage, without a sign. */
export const percent = (chance: number): string => String(Math.round(100 * chance));

/** Whether two moves have the same fields. */
export const sameMove = (one: object, other: object): boolean =>
	Object.entries(one).every(([key, value]) => (other as Record<string, unknown>)[key] === value);
