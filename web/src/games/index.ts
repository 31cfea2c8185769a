/** The games this client can show: the key of a game, and where its screen is. */

import type { Component } from 'svelte';
import { CAT_NAMES, type CatName } from '#art/cats.ts';
import type { GameInfo } from '#lib/protocol.ts';
import type { Table } from '#lib/table/table.svelte.ts';

type Screen = Component<{ table: Table }>;

const SCREENS: Record<string, () => Promise<{ default: Screen }>> = {
	'cat-in-the-box': () => import('./cat-in-the-box/Screen.svelte'),
	'cat-box-lite': () => import('./cat-box-lite/Screen.svelte')
};

/** The screen of a game, loaded when it is first wanted; undefined if this client does not know the game. */
export function screenOf(game: string): Promise<Screen> | undefined {
	return SCREENS[game]?.().then((module) => module.default);
}

/** Of the games that the server has, those that this client can show. */
export function shown(games: GameInfo[]): GameInfo[] {
	return games.filter(({ key }) => key in SCREENS);
}

/** The cat that sits on a seat, at every table. */
export function catOf(seat: number): CatName {
	return CAT_NAMES[seat % CAT_NAMES.length]!;
}
