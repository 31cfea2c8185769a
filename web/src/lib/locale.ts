/** The language of messages, dates and numbers. Who sets it: lib/settings.svelte.ts, hooks.server.ts. */

export const locales = ['en', 'fr', 'ja'] as const;
export type Locale = (typeof locales)[number];
export const baseLocale: Locale = 'en';

export const isLocale = (language: unknown): language is Locale => locales.includes(language as Locale);

let current = (): Locale => baseLocale;

export const getLocale = (): Locale => current();

/** Makes this function choose the language from now on. */
export function overwriteGetLocale(choose: () => Locale): void {
	current = choose;
}
