import { getLocale } from '#lib/locale.ts';

/** "Ada, Bo and Cy" in the reader's language. */
export const formatList = (items: readonly string[]): string =>
	new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(items);

/** "Ada +3, Bo −1": items in a row, without "and"; empty ones are left out. */
export const formatRow = (items: readonly (string | false | undefined)[]): string =>
	items.filter(Boolean).join(getLocale() === 'ja' ? '、' : ', ');

/** Sentences one after another; Japanese has no space between them. */
export const formatSentences = (sentences: readonly string[]): string =>
	sentences.join(getLocale() === 'ja' ? '' : ' ');
