/** The languages of the client, and the cookie with the chosen one: the server reads it, as it chooses that of pages. */

import { baseLocale, isLocale, type Locale } from './locale.ts';

/** The name of each language in that language. */
export const LANGUAGES = { en: 'English', fr: 'Français', ja: '日本語' };

export const LANGUAGE_COOKIE = 'boxcats-language'; // also in app/infra/http/languages.py and web/tools/first-pages.mjs
const FORMER_KEY = 'boxcats.language'; // localStorage key of previous versions
const LIFETIME_S = 400 * 24 * 3600; // the most that browsers allow

/** Returns this language, or the first one of the client if it has no texts in it. */
export const languageOf = (language: string | undefined): Locale =>
	isLocale(language) ? language : baseLocale;

export function storeLanguage(locale: Locale): void {
	document.cookie = `${LANGUAGE_COOKIE}=${locale}; path=/; max-age=${LIFETIME_S}; samesite=lax`;
}

/** Returns the language that a previous version has stored, once; undefined if a new one was chosen since. */
export function takeFormerLanguage(): Locale | undefined {
	try {
		const former = localStorage.getItem(FORMER_KEY) ?? undefined;
		localStorage.removeItem(FORMER_KEY);
		return isLocale(former) && !document.cookie.includes(`${LANGUAGE_COOKIE}=`) ? former : undefined;
	} catch {
		return undefined; // without storage
	}
}
