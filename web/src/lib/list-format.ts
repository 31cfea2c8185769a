import { getLocale } from '#lib/paraglide/runtime.js';

/** "Ada, Bo and Cy" in the reader's language. */
export const formatList = (items: readonly string[]): string =>
	new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(items);
