import { getLocale } from '#lib/locale.ts';

/** Formats a moment with its day in the reader's language, by the reader's clock. */
export const dateTimeText = (moment: string | number): string =>
	new Date(moment).toLocaleString(getLocale(), { dateStyle: 'medium', timeStyle: 'short' });
