/** Renders the pages that the server sends whole, in each language. See docs/adr/0052. */

import type { Adapter, Builder } from '@sveltejs/kit';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const FILE = 'build/_app/first-pages.json'; // read by app/infra/http/first_pages.py
const ORIGIN = 'http://boxcats';
const COOKIE = 'boxcats-language'; // as in src/lib/languages.ts
const GAMES = readdirSync('src/games', { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);
const ADDRESSES = [
	'/',
	'/rules',
	...GAMES.flatMap((game) => [`/games/${game}`, `/rules?game=${game}`, `/rules?game=${game}&tab=rules`])
];

interface Server {
	init: (options: { env: Record<string, string> }) => Promise<void>;
	respond: (request: Request, options: object) => Promise<Response>;
}

async function startServer(builder: Builder): Promise<Server> {
	const file = `${builder.getBuildDirectory('first-pages')}/server.js`;
	builder.generateServerInstance(file);
	const { server } = (await import(pathToFileURL(file).href)) as { server: Server };
	await server.init({ env: {} });
	return server;
}

/** Returns the HTML without links to styles of which it has no element: Kit adds those of all that is imported. */
function withUsedStyles(html: string): string {
	const classes = [...new Set(html.match(/\bsvelte-\w+/g))];
	return html.replace(/\s*<link href="([^"]*)" rel="stylesheet">/g, (link, file: string) => {
		const style = readFileSync(`build${file}`, 'utf8');
		return /\bhtml\b/.test(style) || classes.some((name) => style.includes(name)) ? link : '';
	});
}

async function render(server: Server, address: string, language: string): Promise<string> {
	const request = new Request(ORIGIN + address, { headers: { cookie: `${COOKIE}=${language}` } });
	const response = await server.respond(request, { getClientAddress: () => '' });
	if (!response.ok) throw new Error(`${address} in ${language}: ${response.status}`);
	// our policy forbids style attributes in HTML; the client sets them
	return withUsedStyles((await response.text()).replace(/ style="[^"]*"/g, ''));
}

/** Returns this adapter, which also writes the HTML of these addresses by language. */
export function withFirstPages(adapter: Adapter): Adapter {
	return {
		...adapter,
		async adapt(builder) {
			await adapter.adapt(builder);
			const server = await startServer(builder);
			const { locales } = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8')) as { locales: string[] };
			const pages: Record<string, Record<string, string>> = {};
			for (const language of locales) {
				pages[language] = {};
				// one after the other: the language is a variable of the server's
				for (const address of ADDRESSES) pages[language][address] = await render(server, address, language);
			}
			writeFileSync(FILE, JSON.stringify(pages));
		}
	};
}
