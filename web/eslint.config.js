import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';

const MAX_LINES = 400;
const GAMES = ['cat-in-the-box', 'cat-box-lite', 'braincat'];

/** Files that may not import from some folders, with the reason. */
const forbidImports = (files, group, message) => ({
	files,
	rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] }
});

export default defineConfig(
	{ ignores: ['build/', '.svelte-kit/', 'src/lib/message-types/', 'src/lib/*.gen.ts'] },
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	ts.configs.recommended,
	svelte.configs.recommended,
	svelte.configs.prettier,
	{
		files: ['**/*.svelte', '**/*.svelte.ts'],
		languageOptions: { parserOptions: { parser: ts.parser } }
	},
	{
		rules: {
			eqeqeq: 'error',
			'max-lines': ['error', MAX_LINES],
			'no-console': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
			'svelte/prefer-svelte-reactivity': 'off', // collections that nothing renders are plain ones
			'svelte/no-navigation-without-resolve': 'off' // the client is always served at the root
		}
	},
	{ files: ['tools/**'], rules: { 'no-console': 'off' } },
	forbidImports(
		['src/lib/**', 'src/art/**'],
		['#games/*/**', '**/games/*/**', '**/routes/**'],
		'What all games share imports no game: it reaches them through #games/registry.ts.'
	),
	...GAMES.map((game) =>
		forbidImports(
			[`src/games/${game}/**`],
			GAMES.filter((other) => other !== game)
				.flatMap((other) => [`#games/${other}/**`, `**/${other}/**`])
				.concat('**/routes/**'),
			'A game imports no other game.'
		)
	)
);
