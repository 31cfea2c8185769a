/** Removes the chunks that only export another one again: each costs a request. See docs/adr/0045. */

import { posix } from 'node:path';

const ONLY_EXPORTS = /^export\{([^}]*)\}from["'`]([^"'`]+)["'`];?\s*$/;
const DYNAMIC_IMPORT = /\bimport\((["'`])(\.{1,2}\/[^"'`]+)\1\)/g;
const STATIC_IMPORT = /\bfrom(["'`])(\.{1,2}\/[^"'`]+)\1/g;

const resolved = (from, to) => posix.join(posix.dirname(from), to);

/** Returns the chunk that a file exports again, and its names by exported name; undefined if it does more. */
function exportedAgain(file, code) {
	const [, names, from] = ONLY_EXPORTS.exec(code) ?? [];
	if (!from || file.startsWith('entry/')) return undefined;
	const pairs = names.split(',').map((name) => name.split(' as ').reverse());
	const object = pairs.map(([exported, name = exported]) => `${exported}:e.${name}`).join();
	return { chunk: resolved(file, from), object };
}

/**
 * Returns the scripts without such chunks, and the chunk that replaces each of them, both by path.
 * @param {Map<string, string>} scripts
 */
export function foldChunks(scripts) {
	const all = [...scripts];
	const kept = new Set(
		all.flatMap(([file, code]) => [...code.matchAll(STATIC_IMPORT)].map(([, , to]) => resolved(file, to)))
	);
	const found = all.map(([file, code]) => [file, kept.has(file) ? undefined : exportedAgain(file, code)]);
	const folded = new Map(found.filter(([, again]) => again));
	const withoutFolded = ([file, code]) => [
		file,
		code.replace(DYNAMIC_IMPORT, (whole, _, to) => {
			const again = folded.get(resolved(file, to));
			if (!again) return whole;
			const chunk = posix.relative(posix.dirname(file), again.chunk);
			return `import("${chunk.startsWith('.') ? chunk : `./${chunk}`}").then(e=>({${again.object}}))`;
		})
	];
	return {
		scripts: new Map(all.filter(([file]) => !folded.has(file)).map(withoutFolded)),
		replaced: new Map([...folded].map(([file, { chunk }]) => [file, chunk]))
	};
}
