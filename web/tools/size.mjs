/**
 * How much the first load of each page brings: kilobytes of scripts as Brotli, in the language with the largest, and
 * the number of scripts and styles.
 * The pages of tables and replays are weighed once for each game, and tables with what newcomers wait for: the coach,
 * which dialogs must not delay. Then the fonts that texts in English and French use.
 * Over a limit is an error.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { LANGUAGES } from './catalogues.mjs';

const BUILD = fileURLToPath(new URL('../build', import.meta.url));
const LIST = `${BUILD}/_app/first-loads.json`; // written by first-loads.ts
const FONTS = fileURLToPath(new URL('../src/lib/fonts/', import.meta.url)); // written by font-subsets.mjs
const FONT_KILOBYTES = 40;
const TABLE = '/t/[code]';
const REPLAY = '/r/[code]';
const OTHERS = { kilobytes: 72, files: 23 };
const COACHES = { kilobytes: 78, files: 18 }; // with the table
const LIMITS = {
	'/': { kilobytes: 51, files: 8 },
	'/lobby': { kilobytes: 65, files: 11 },
	[TABLE]: { kilobytes: 60, files: 10 },
	[`${TABLE} open-table`]: { kilobytes: 60, files: 10 },
	[REPLAY]: { kilobytes: 75, files: 13 }
};

if (!existsSync(LIST)) {
	console.error('Nothing is built: run `npm run build` first.');
	process.exit(1);
}
const { pages, parts } = JSON.parse(readFileSync(LIST, 'utf8'));
const inLanguage = (file, language) => file.replace(/(?<=immutable\/)(?=entry|chunks|nodes)/, `${language}/`);
const sizes = new Map();

/** Returns how many bytes a file has in each language. */
function compressed(file) {
	if (!sizes.has(file)) {
		const contents = LANGUAGES.map((language) => readFileSync(BUILD + inLanguage(file, language)));
		sizes.set(
			file,
			contents.map((content) => brotliCompressSync(content).length)
		);
	}
	return sizes.get(file);
}

let over = false;

function weigh(name, limit, listed) {
	const files = [...new Set(listed)];
	const scripts = files.filter((file) => file.endsWith('.js'));
	const bytes = LANGUAGES.map((_, at) => scripts.reduce((sum, file) => sum + compressed(file)[at], 0));
	const kilobytes = (Math.max(...bytes) / 1000).toFixed(1); // names of files, which are hashes, change it by less
	const isOver = Number(kilobytes) > limit.kilobytes || files.length > limit.files;
	over ||= isOver;
	const count = String(files.length).padStart(3);
	console.log(`${kilobytes.padStart(6)} KB ${count} files  ${name}${isOver ? '  over its limit' : ''}`);
}

for (const [page, files] of Object.entries(pages).sort())
	if (page !== TABLE && page !== REPLAY) weigh(page, LIMITS[page] ?? OTHERS, files);
for (const [part, files] of Object.entries(parts)) {
	const page = part.startsWith('replay') ? REPLAY : TABLE;
	const limit = part.startsWith('coach') ? COACHES : (LIMITS[`${page} ${part}`] ?? LIMITS[page]);
	weigh(`${page} ${part}`, limit, [...pages[page], ...files]);
}
const fonts = readdirSync(FONTS).reduce((sum, file) => sum + readFileSync(FONTS + file).length, 0) / 1000;
over ||= fonts > FONT_KILOBYTES;
console.log(`${fonts.toFixed(1).padStart(6)} KB  fonts${fonts > FONT_KILOBYTES ? '  over their limit' : ''}`);
process.exitCode = over ? 1 : 0;
