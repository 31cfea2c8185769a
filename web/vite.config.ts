import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { fontSubsets } from './tools/font-subsets.mjs';
import { firstLoads } from './tools/first-loads.ts';
import { withFirstPages } from './tools/first-pages.mjs';
import { inlineMessages } from './tools/inline-messages.ts';
import { toolsInNames, withLanguages } from './tools/one-language.mjs';
import { preloads } from './tools/preloads.ts';
import { routeChunks } from './tools/route-chunks.ts';

// `npm run dev` beside a running server, which wants to see the page's own address as the host
const SERVER = { target: 'http://127.0.0.1:8000', changeOrigin: false };

/** SvelteKit's announcer hides itself with a style attribute, which our policy forbids: app.css hides it instead. */
const announcerWithoutStyle: Plugin = {
	name: 'announcer-without-style',
	enforce: 'pre',
	transform: {
		filter: { id: /kit\/src\/runtime\/components\/root\.svelte$/ },
		handler: (code) => code.replace(/style="[^"]*"/, '')
	}
};

/** Kit's client keeps its state with devalue, which also knows cycles, dates and files: ours is plain, as JSON is. */
const plainState: Plugin = {
	name: 'plain-state',
	enforce: 'pre',
	apply: 'build',
	applyToEnvironment: ({ name }) => name === 'client',
	resolveId: {
		filter: { id: /^devalue$/ },
		handler() {
			return this.resolve('/tools/plain-state.ts');
		}
	}
};

export default defineConfig({
	plugins: [
		announcerWithoutStyle,
		plainState,
		fontSubsets(),
		inlineMessages(),
		sveltekit({
			adapter: withFirstPages(withLanguages(adapter({ fallback: 'index.html' }))),
			// "/" and "/t/abc123" are answered with the same file, so its links must not be relative
			paths: { relative: false },
			serviceWorker: { register: false }, // the layout registers it, after the page
			// shorter names of scopes than Svelte's: first loads contain dozens
			compilerOptions: { runes: true, cssHash: ({ hash, filename }) => `_${hash(filename).slice(0, 5)}` }
		}),
		routeChunks(),
		preloads(),
		toolsInNames,
		firstLoads()
	],
	build: { assetsInlineLimit: 0 },
	server: {
		proxy: { '/api': SERVER, '/ws': { ...SERVER, ws: true } }
	},
	// each worker loads modules once for all files: a test undoes what it replaces
	test: { include: ['tests/**/*.test.ts'], isolate: false }
});
