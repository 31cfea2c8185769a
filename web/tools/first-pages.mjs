/** Renders the pages that the server sends whole, in each language. See docs/adr/0052. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { LANGUAGES } from './catalogues.mjs';

const FILE = 'build/_app/first-pages.json'; // read by app/infra/http/client_pages.py
const ORIGIN = 'http://boxcats';
const COOKIE = 'boxcats-language'; // as in src/lib/languages.ts
const GAMES = readdirSync('src/games', { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);
const ADDRESSES = [
	'/',
	'/lobby',
	'/rules',
	...GAMES.flatMap((game) => [`/games/${game}`, `/rules?game=${game}`, `/rules?game=${game}&tab=rules`])
];

async function startServer(builder) {
	const file = `${builder.getBuildDirectory('first-pages')}/server.js`;
	builder.generateServerInstance(file);
	const { server } = await import(pathToFileURL(file).href);
	await server.init({ env: {} });
	return server;
}

/** Returns the HTML without links to styles of which it has no element: Kit adds those of all that is imported. */
function withUsedStyles(html) {
	const classes = [...new Set(html.match(/\bsvelte-\w+/g))];
	return html.replace(/\s*<link href="([^"]*)" rel="stylesheet">/g, (link, file) => {
		const style = readFileSync(`build${file}`, 'utf8');
		return /\bhtml\b/.test(style) || classes.some((name) => style.includes(name)) ? link : '';
	});
}

async function render(server, address, language) {
	const request = new Request(ORIGIN + address, { headers: { cookie: `${COOKIE}=${language}` } });
	const response = await server.respond(request, { getClientAddress: () => '' });
	if (!response.ok) throw new Error(`${address} in ${language}: ${response.status}`);
	// our policy forbids style attributes in HTML; the client sets them
	return withUsedStyles((await response.text()).replace(/ style="[^"]*"/g, ''));
}

/**
 * Returns this adapter, which also writes the HTML of these addresses by language.
 * @param {import('@sveltejs/kit').Adapter} adapter
 * @returns {import('@sveltejs/kit').Adapter}
 */
export function withFirstPages(adapter) {
	return {
		...adapter,
		async adapt(builder) {
			await adapter.adapt(builder);
			const server = await startServer(builder);
			const pages = {};
			for (const language of LANGUAGES) {
				pages[language] = {};
				// one after the other: the language is a variable of the server's
				for (const address of ADDRESSES) pages[language][address] = await render(server, address, language);
			}
			writeFileSync(FILE, JSON.stringify(pages));
		}
	};
}
