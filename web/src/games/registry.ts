/** The games that this client can show. Every page imports this list, so an entry has only what is needed at once. */

import type { GameDefinition, GameParts, PartLoaders } from '#lib/game-definition.ts';
import type { GameInfo } from '#lib/protocol.ts';
import { m } from '#messages';
import braincat from './braincat/index.ts';
import catBoxLite from './cat-box-lite/index.ts';
import catInTheBox from './cat-in-the-box/index.ts';

export interface GameEntry {
	/** The key of the game on the server, in records and in URLs. */
	key: string;
	name: () => string;
	/** The letter of its rule numbers: "C" of C10. */
	rulePrefix: string;
	definition: GameDefinition;
}

/** In the order in which pages list them. */
export const GAMES: readonly GameEntry[] = [
	{
		key: 'cat-in-the-box',
		name: m.game_cat_in_the_box,
		rulePrefix: 'C',
		definition: catInTheBox
	},
	{
		key: 'cat-box-lite',
		name: m.game_cat_box_lite,
		rulePrefix: 'L',
		definition: catBoxLite
	},
	{
		key: 'braincat',
		name: m.game_braincat,
		rulePrefix: 'B',
		definition: braincat
	}
];

const entryOf = (key: string | null): GameEntry | undefined => GAMES.find((game) => game.key === key);

/** Whether tables of this game can have bots and a card tracker. */
export function offersOf(key: string): { bots: boolean; memory: boolean } {
	const { hasBots = false, hasMemory = false } = entryOf(key)?.definition ?? {};
	return { bots: hasBots, memory: hasMemory };
}

/** The game's name in the reader's language; its key if this client does not know the game. */
export const gameName = (key: string): string => entryOf(key)?.name() ?? key;

/** Returns those of the server's games that this client can show. */
export const knownGames = (games: GameInfo[]): GameInfo[] => games.filter(({ key }) => entryOf(key));

/** Loads a part of a game; undefined if this client does not know the game or the game has no such part. */
export function loadPart<Part extends keyof GameParts>(
	key: string,
	part: Part
): Promise<GameParts[Part]> | undefined {
	const loaders: PartLoaders | undefined = entryOf(key)?.definition;
	return loaders && Promise.resolve(loaders[part]?.()).then((module) => module?.default as GameParts[Part]);
}

/** Returns the key of a game: the one given, else that of the game which has a rule with this number, else the first. */
export function keyOfRules(key: string | null, rule = ''): string {
	const game = entryOf(key) ?? GAMES.find(({ rulePrefix }) => rule.startsWith(rulePrefix)) ?? GAMES[0]!;
	return game.key;
}
