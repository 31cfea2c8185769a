/**
 * How much JavaScript the first load of each page brings, as Brotli; over the limit is an error.
 * That is SvelteKit's start, the layout and the page, with all they import statically. The page of a table also
 * loads its game's definition and screen by dynamic imports: it is weighed once for each game.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const LIMIT = 90_000; // bytes
const OUTPUT = fileURLToPath(new URL('../.svelte-kit/', import.meta.url));
const CLIENT = `${OUTPUT}output/client/`;
const NODES = `${OUTPUT}generated/build/client-optimized/nodes/`;
const TABLE = 't/[code]/+page.svelte';

if (!existsSync(`${CLIENT}.vite/manifest.json`)) {
	console.error('Nothing is built: run `npm run build` first.');
	process.exit(1);
}
const manifest = JSON.parse(readFileSync(`${CLIENT}.vite/manifest.json`, 'utf8'));
const keys = Object.keys(manifest);

/** Returns the files of these chunks and of their static imports. */
function filesOf(starts, found = new Set()) {
	for (const key of starts) {
		const { file, imports = [] } = manifest[key];
		if (found.has(file)) continue;
		found.add(file);
		filesOf(imports, found);
	}
	return found;
}

const compressed = (file) => brotliCompressSync(readFileSync(CLIENT + file)).length;
const nodeKey = (name) => keys.find((key) => key.endsWith(`/nodes/${name}`));
const always = keys.filter((key) => /runtime\/client\/|client-optimized\/app\.js$/.test(key));
const games = keys.filter((key) => /^src\/games\/[^/]+\/index\.ts$/.test(key));

let over = false;

function weigh(name, starts) {
	const bytes = [...filesOf(starts)].reduce((sum, file) => sum + compressed(file), 0);
	over ||= bytes > LIMIT;
	console.log(`${(bytes / 1000).toFixed(1).padStart(6)} KB  ${name}`);
}

for (const node of readdirSync(NODES).sort()) {
	const page = /src\/routes\/(.*\+page\.svelte)/.exec(readFileSync(NODES + node, 'utf8'))?.[1];
	if (!page) continue;
	const name = `/${page.replace(/\/?\+page\.svelte$/, '')}`;
	const starts = [...always, nodeKey('0.js'), nodeKey(basename(node))];
	if (page !== TABLE) weigh(name, starts);
	else
		for (const game of games)
			weigh(`${name} (${game.split('/')[2]})`, [...starts, game, game.replace('index.ts', 'Screen.svelte')]);
}
if (over) console.error(`A page is over ${LIMIT / 1000} KB.`);
process.exitCode = over ? 1 : 0;
