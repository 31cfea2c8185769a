/** Numbers in the reader's language. */

import { getLocale } from '#lib/locale.ts';

/** Returns a number with one decimal, and with a minus sign instead of a hyphen; never "−0.0". */
export const tenths = (value: number, signDisplay: 'auto' | 'always' = 'auto'): string =>
	(Math.abs(value) < 0.05 ? 0 : value)
		.toLocaleString(getLocale(), { signDisplay, minimumFractionDigits: 1, maximumFractionDigits: 1 })
		.replace('-', '−');

/** Returns a chance or a share as a whole percentage. */
export const percent = (share: number): string =>
	share.toLocaleString(getLocale(), { style: 'percent', maximumFractionDigits: 0 });

/** Returns a part of a total as a whole percentage; 0 % of nothing. */
export const percentOf = (part: number, total: number): string => percent(total ? part / total : 0);

/** Returns a mean with at most one decimal; 0 of nothing. */
export const average = (sum: number, count: number): string =>
	(count ? sum / count : 0).toLocaleString(getLocale(), { maximumFractionDigits: 1 });
