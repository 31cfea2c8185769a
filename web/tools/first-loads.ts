/** Lists for the server which files the first load of each page needs, and the fonts, so that browsers load them at once. */

import type { Plugin, Rolldown } from 'vite';
import { coachOf, firstModules, gamesIn } from './route-chunks.ts';

const FILE = '_app/first-loads.json'; // read by app/infra/http/first_loads.py
// loaded with every page: Kit's entries, the layout and the error page
export const EVERY_PAGE = /runtime\/client\/(client-)?entry\.js$|client-optimized\/(app|nodes\/[01])\.js$/;
const FONT = /src\/lib\/fonts\/.+\.woff2$/; // those of every page; the whole fonts are for other characters

export type Chunks = Map<string, Rolldown.OutputChunk>;

/** Returns these chunks, what they import statically, and their styles, as file names. */
export function filesOf(names: string[], chunks: Chunks, found = new Set<string>()): Set<string> {
	for (const name of names) {
		const chunk = chunks.get(name);
		if (found.has(name) || !chunk) continue;
		found.add(name);
		chunk.viteMetadata?.importedCss.forEach((style) => found.add(style));
		filesOf(chunk.imports, chunks, found);
	}
	return found;
}

export const chunksOf = (bundle: Rolldown.OutputBundle): Chunks =>
	new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));

/** Returns the file names of the chunks with such a module. */
export const withModule = (module: RegExp, chunks: Chunks): string[] =>
	[...chunks.values()]
		.filter(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
		.map(({ fileName }) => fileName);

export function firstLoads(): Plugin {
	return {
		name: 'first-loads',
		apply: 'build',
		enforce: 'post',
		applyToEnvironment: ({ name }) => name === 'client',
		generateBundle(_options, bundle) {
			const chunks = chunksOf(bundle);
			const startingWith = (module: RegExp): string[] => withModule(module, chunks);
			const listed = (names: string[]): string[] => [...filesOf(names, chunks)].map((file) => `/${file}`);
			const pages: Record<string, string[]> = {};
			for (const { facadeModuleId, fileName } of chunks.values()) {
				const parts = facadeModuleId ? this.getModuleInfo(facadeModuleId)!.importedIds : [];
				const route = parts.map((id) => /src\/routes(\/.*)\+page\.svelte$/.exec(id)?.[1]).find(Boolean);
				if (!route) continue;
				pages[route.replace(/(.)\/$/, '$1')] = listed([...startingWith(EVERY_PAGE), fileName]);
			}
			const ids = [...this.getModuleIds()];
			const coaches = gamesIn(ids).map((game) => [`coach-${game}`, coachOf(game)] as const);
			const parts = [...Object.entries(firstModules(ids)), ...coaches]
				.filter(([name]) => name.includes('-'))
				.map(([name, module]) => [name, listed(startingWith(module))]);
			const fonts = Object.values(bundle)
				.filter((file) => file.type === 'asset' && file.originalFileNames.some((name) => FONT.test(name)))
				.map(({ fileName }) => `/${fileName}`);
			const source = JSON.stringify({ pages, parts: Object.fromEntries(parts), fonts });
			this.emitFile({ type: 'asset', fileName: FILE, source });
		}
	};
}
