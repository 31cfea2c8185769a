/** The rules to read: by the key of a game, in the order of the page. */

import type { Component } from 'svelte';

interface Rulebook {
	letter: string; // its rules are numbered with it
	load: () => Promise<{ default: Component<{ rule?: string }> }>;
}

export const BOOKS: Record<string, Rulebook> = {
	'cat-in-the-box': { letter: 'C', load: () => import('#rules/Rules.svelte') },
	'cat-box-lite': { letter: 'L', load: () => import('./cat-box-lite/Book.svelte') }
};

const [FIRST] = Object.keys(BOOKS) as [string];

/** The game that is asked for, or else whose rule is; the first one if neither is known. */
export function bookOf(game: string | null, rule = ''): string {
	if (game && game in BOOKS) return game;
	return Object.keys(BOOKS).find((key) => rule.startsWith(BOOKS[key]!.letter)) ?? FIRST;
}
