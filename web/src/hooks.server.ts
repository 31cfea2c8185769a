import type { Handle } from '@sveltejs/kit/hooks';
import { LANGUAGE_COOKIE, languageOf } from '#lib/languages.ts';
import { overwriteGetLocale } from '#lib/locale.ts';

/**
 * Renders pages in the language of the cookie, one request after the other. Links to scripts are left out: app.html
 * loads them after more urgent requests.
 */
export const handle: Handle = ({ event, resolve }) => {
	const language = languageOf(event.cookies.get(LANGUAGE_COOKIE));
	overwriteGetLocale(() => language);
	return resolve(event, {
		preload: () => false,
		transformPageChunk: ({ html }) => html.replace('<html lang="en">', `<html lang="${language}">`)
	});
};
