/** Writes the files that src/lib/fonts.css names: the characters of its ranges, in the weights that the client uses. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const STYLES = new URL('../src/lib/fonts.css', import.meta.url);
const FACE = /url\('(.+?)'\)[^}]*unicode-range:([^;]+);/g;
const RANGE = /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g;
const WEIGHTS = { nunito: { min: 400, max: 800 }, grandstander: 800 };
const FEATURES = ['ccmp', 'kern', 'lnum', 'locl', 'mark', 'tnum'];
const { resolve } = createRequire(import.meta.url);

function charactersOf(ranges) {
	const codes = [...ranges.matchAll(RANGE)].flatMap(([, first, last = first]) => {
		const start = parseInt(first, 16);
		return Array.from({ length: parseInt(last, 16) - start + 1 }, (_, offset) => start + offset);
	});
	return String.fromCodePoint(...codes);
}

async function writeSubset(path, ranges) {
	const name = /([^/]+)\.woff2$/.exec(path)[1];
	const font = await readFile(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));
	const subset = await subsetFont(font, charactersOf(ranges), {
		targetFormat: 'woff2',
		variationAxes: { wght: WEIGHTS[name] },
		keepFeatures: FEATURES
	});
	await writeFile(new URL(path, STYLES), subset);
}

async function writeSubsets() {
	await mkdir(new URL('fonts/', STYLES), { recursive: true });
	const styles = await readFile(STYLES, 'utf8');
	await Promise.all([...styles.matchAll(FACE)].map(([, path, ranges]) => writeSubset(path, ranges)));
}

/** @returns {import('vite').Plugin} */
export function fontSubsets() {
	let written; // once for the builds of server and client
	return { name: 'font-subsets', buildStart: () => (written ??= writeSubsets()) };
}
