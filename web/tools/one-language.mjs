/** Writes the scripts once for each language, each copy with the texts of its own. See docs/adr/0053. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { minifySync } from 'vite';
import { LANGUAGES } from './catalogues.mjs';

const FOLDER = 'build/_app/immutable';
const SCRIPTS = ['entry', 'chunks', 'nodes'];
const PATHS = new RegExp(`(?<="/_app/immutable/)(?=(?:${SCRIPTS.join('|')})/)`, 'g'); // what Vite loads in advance

/** Returns the script with the texts of this language. */
function inLanguage(code, language) {
	const chosen = code.replaceAll('__LANGUAGE__', JSON.stringify(language)).replace(PATHS, `${language}/`);
	const { code: short, errors } = minifySync('script.js', chosen, { module: true, mangle: false });
	if (errors.length) throw new Error(errors[0].message);
	return short;
}

function write(file, content) {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, content);
}

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
			for (const folder of SCRIPTS) {
				for (const file of readdirSync(`${FOLDER}/${folder}`)) {
					const code = readFileSync(`${FOLDER}/${folder}/${file}`, 'utf8');
					for (const language of LANGUAGES)
						write(`${FOLDER}/${language}/${folder}/${file}`, inLanguage(code, language));
				}
				rmSync(`${FOLDER}/${folder}`, { recursive: true });
			}
			await builder.compress('build');
		}
	};
}
