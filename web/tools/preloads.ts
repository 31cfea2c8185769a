/** Removes scripts that are loaded already from the preload lists of dynamic imports: each costs its path and a query. */

import type { Plugin } from 'vite';
import { chunksOf, EVERY_PAGE, filesOf, withModule, type Chunks } from './first-loads.ts';

export function preloads(): Plugin {
	let chunks: Chunks = new Map();
	const loadedWith = (script: string): Set<string> =>
		filesOf([script, ...withModule(EVERY_PAGE, chunks)], chunks);
	return {
		name: 'preloads',
		apply: 'build',
		enforce: 'pre',
		applyToEnvironment: ({ name }) => name === 'client',
		config: () => ({
			build: {
				modulePreload: {
					resolveDependencies(_imported, files, { hostId }) {
						const loaded = loadedWith(hostId);
						return files.filter((file) => !loaded.has(file));
					}
				}
			}
		}),
		generateBundle(_options, bundle) {
			chunks = chunksOf(bundle);
		}
	};
}
