/** What a seat's moves were, in a few words: by the key of a game. */

import type { AnyGame } from '#lib/protocol.ts';

/** The words for an event that is a move of its seat; nothing for all others. */
export type MoveWords = (event: AnyGame) => string | undefined;

const WORDS: Record<string, () => Promise<{ moveWords: MoveWords }>> = {
	'cat-in-the-box': () => import('./cat-in-the-box/substitute-moves.ts'),
	'cat-box-lite': () => import('./cat-box-lite/substitute-moves.ts')
};

/** A game's words, loaded when they are first wanted; undefined if this client does not know the game. */
export function moveWordsOf(game: string): Promise<MoveWords> | undefined {
	return WORDS[game]?.().then((module) => module.moveWords);
}
