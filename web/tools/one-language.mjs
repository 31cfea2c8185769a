/** Writes the scripts once for each language, each copy with the texts of its own. See docs/adr/0053. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { minifySync } from 'vite';
import { LANGUAGES } from './catalogues.mjs';
import { foldChunks } from './folded-chunks.mjs';

const FOLDER = 'build/_app/immutable';
const SCRIPTS = ['entry', 'chunks', 'nodes'];
const PREFIX = '/_app/immutable/';
const PATHS = new RegExp(`${PREFIX}((?:${SCRIPTS.join('|')})/[^"]+)`, 'g'); // what Vite loads in advance
const FIRST_LOADS = 'build/_app/first-loads.json';
// V8 then compiles all functions of a script at once, in large scripts beside the page's thread: see docs/adr/0045
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';
const SMALLEST_HINTED = 4_000; // bytes: shorter scripts gain less than the line costs

/** Returns the script with the texts of this language. */
function inLanguage(code, language) {
	const chosen = code
		.replaceAll('__LANGUAGE__', JSON.stringify(language))
		.replace(PATHS, `${PREFIX}${language}/$1`);
	const { code: short, errors } = minifySync('script.js', chosen, { module: true, mangle: false });
	if (errors.length) throw new Error(errors[0].message);
	return code.length < SMALLEST_HINTED ? short : COMPILE_HINT + short;
}

/** Returns the code of all scripts by path, and deletes the files. */
function takeScripts() {
	const files = SCRIPTS.flatMap((folder) =>
		readdirSync(`${FOLDER}/${folder}`).map((name) => `${folder}/${name}`)
	);
	const scripts = new Map(files.map((file) => [file, readFileSync(`${FOLDER}/${file}`, 'utf8')]));
	for (const folder of SCRIPTS) rmSync(`${FOLDER}/${folder}`, { recursive: true });
	return scripts;
}

function write(file, content) {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, content);
}

/**
 * Puts these tools into the names of scripts, which they change after the names were given: browsers keep a script
 * for ever.
 * @type {import('vite').Plugin}
 */
export const toolsInNames = {
	name: 'tools-in-names',
	augmentChunkHash: () =>
		['one-language.mjs', 'folded-chunks.mjs', 'preloads.ts']
			.map((tool) => readFileSync(new URL(tool, import.meta.url), 'utf8'))
			.join('')
};

/**
 * Returns this adapter, which also divides the scripts by language, before it compresses all files.
 * @param {import('@sveltejs/kit').Adapter} adapter
 * @returns {import('@sveltejs/kit').Adapter}
 */
export function withLanguages(adapter) {
	return {
		...adapter,
		async adapt(builder) {
			await adapter.adapt(builder);
			const { scripts, replaced } = foldChunks(takeScripts());
			const withoutFolded = (text) =>
				text.replace(PATHS, (whole, file) => (replaced.has(file) ? PREFIX + replaced.get(file) : whole));
			writeFileSync(FIRST_LOADS, withoutFolded(readFileSync(FIRST_LOADS, 'utf8')));
			for (const [file, code] of scripts)
				for (const language of LANGUAGES)
					write(`${FOLDER}/${language}/${file}`, inLanguage(withoutFolded(code), language));
			await builder.compress('build');
		}
	};
}
