/** The page shown while the server is unreachable, as one string: nothing is cached. */

import { LANGUAGE_COOKIE } from '#lib/languages.ts';
import { locales, type Locale } from '#lib/locale.ts';
import { m } from '#messages';

const RETRY = { least: 2_000, spread: 3_000 }; // milliseconds; spreads the reloads of many pages

const STYLE = `
	html { color-scheme: dark; background: #0b1020; color: #f2efe6; font: 18px/1.5 system-ui, sans-serif; }
	body { display: grid; place-content: center; gap: 12px; min-height: 100dvh; margin: 0; padding: 24px; text-align: center; }
	h1 { margin: 0; color: #f3c969; font-size: 1.6rem; line-height: 1.2; }
	p { max-width: 34em; margin: 0; }
	button { justify-self: center; min-height: 44px; padding: 0 24px; border: 0; border-radius: 12px; background: #f3c969; color: #20180a; font: inherit; font-weight: 700; cursor: pointer; }
	button:focus-visible { outline: 3px solid #fff; outline-offset: 2px; }
`;

const textsIn = (locale: Locale) => ({
	title: m.offline_title({}, { locale }),
	text: m.offline_text({}, { locale }),
	retry: m.offline_retry({}, { locale })
});

/** Runs in the page: selects the language and reloads when the server answers. */
const script = (texts: Record<string, ReturnType<typeof textsIn>>): string => `
	const texts = ${JSON.stringify(texts)};
	const [, chosen] = /${LANGUAGE_COOKIE}=(\\w+)/.exec(document.cookie) ?? [];
	const wanted = [chosen, ...navigator.languages.map((one) => one.slice(0, 2))];
	const language = wanted.find((one) => one in texts) ?? 'en';
	document.documentElement.lang = language;
	for (const [id, text] of Object.entries(texts[language])) document.getElementById(id).textContent = text;
	document.title = texts[language].title + ' · Boxcats';
	const look = () => fetch('/healthz', { cache: 'no-store' }).then(({ ok }) => ok && location.reload(), () => undefined);
	const again = () => setTimeout(() => look().then(again), ${RETRY.least} + Math.random() * ${RETRY.spread});
	document.getElementById('retry').onclick = look;
	addEventListener('online', look);
	again();
`;

/** The response to a navigation, with a policy that allows no external resources. */
export function offlinePage(): Response {
	const nonce = crypto.randomUUID();
	const texts = Object.fromEntries(locales.map((locale) => [locale, textsIn(locale)]));
	const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Boxcats</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<h1 id="title"></h1>
<p id="text" role="status"></p>
<button id="retry" type="button"></button>
<script nonce="${nonce}">${script(texts).replaceAll('<', '\\u003c')}</script>
</body>
</html>`;
	const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
	return new Response(html, {
		status: 503,
		headers: {
			'Content-Type': 'text/html; charset=utf-8',
			'Cache-Control': 'no-store',
			'Content-Security-Policy': policy
		}
	});
}
