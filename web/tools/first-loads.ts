/** Lists for the server which files the first load of each page needs, so that browsers load them at once. */

import type { Plugin, Rolldown } from 'vite';
import { firstModules } from './route-chunks.ts';

const FILE = '_app/first-loads.json'; // read by app/infra/http/first_loads.py
// loaded with every page: Kit's entries, the layout and the error page
const EVERY_PAGE = /runtime\/client\/(client-)?entry\.js$|client-optimized\/(app|nodes\/[01])\.js$/;

type Chunks = Map<string, Rolldown.OutputChunk>;

/** Returns these chunks, what they import statically, and their styles, as file names. */
function filesOf(names: string[], chunks: Chunks, found = new Set<string>()): Set<string> {
	for (const name of names) {
		const chunk = chunks.get(name);
		if (found.has(name) || !chunk) continue;
		found.add(name);
		chunk.viteMetadata?.importedCss.forEach((style) => found.add(style));
		filesOf(chunk.imports, chunks, found);
	}
	return found;
}

export function firstLoads(): Plugin {
	return {
		name: 'first-loads',
		apply: 'build',
		enforce: 'post',
		applyToEnvironment: ({ name }) => name === 'client',
		generateBundle(_options, bundle) {
			const chunks: Chunks = new Map();
			for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file);
			const entries = [...chunks.values()];
			const startingWith = (module: RegExp): string[] =>
				entries
					.filter(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
					.map(({ fileName }) => fileName);
			const listed = (names: string[]): string[] => [...filesOf(names, chunks)].map((file) => `/${file}`);
			const pages: Record<string, string[]> = {};
			for (const { facadeModuleId, fileName } of entries) {
				const parts = facadeModuleId ? this.getModuleInfo(facadeModuleId)!.importedIds : [];
				const route = parts.map((id) => /src\/routes(\/.*)\+page\.svelte$/.exec(id)?.[1]).find(Boolean);
				if (!route) continue;
				pages[route.replace(/(.)\/$/, '$1')] = listed([...startingWith(EVERY_PAGE), fileName]);
			}
			const parts = Object.entries(firstModules([...this.getModuleIds()]))
				.filter(([name]) => name.includes('-'))
				.map(([name, module]) => [name, listed(startingWith(module))]);
			const source = JSON.stringify({ pages, parts: Object.fromEntries(parts) });
			this.emitFile({ type: 'asset', fileName: FILE, source });
		}
	};
}
