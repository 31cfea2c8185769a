import { settings } from '#lib/settings.svelte.ts';

/** "Ada, Bo and Cy" as the reader's language writes it. */
export const listed = (words: readonly string[]): string =>
	new Intl.ListFormat(settings.locale, { type: 'conjunction' }).format(words);
