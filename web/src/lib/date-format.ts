import { getLocale } from '#lib/locale.ts';

/** Formats a moment in the reader's language; French has an ordinal for the first of a month, which Intl lacks. */
export function dateText(moment: string | number, options: Intl.DateTimeFormatOptions): string {
	const text = new Date(moment).toLocaleString(getLocale(), options);
	return getLocale() === 'fr' ? text.replace(/\b1(?=\s\p{L})/u, '1er') : text;
}

/** Formats a moment with its day, by the reader's clock. */
export const dateTimeText = (moment: string | number): string =>
	dateText(moment, { dateStyle: 'medium', timeStyle: 'short' });
