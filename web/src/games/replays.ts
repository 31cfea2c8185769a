/** What the games bring to a replay: by the key of a game. */

import type { Component } from 'svelte';
import type { AnyGame, Game } from '#lib/protocol.ts';
import type { Frame } from '#lib/replay/frames.ts';
import type { Landmark } from '#lib/replay/landmarks.ts';
import type { Company, Replay } from '#lib/replay/replay.svelte.ts';

export type Part<G extends Game = AnyGame> = Component<{ replay: Replay<G> }>;

export interface GameReplay<G extends Game = AnyGame> {
	Scene: Part<G>; // the table at the position that is shown
	Story: Part<G>; // what the last move was chosen from, or how a round was counted
	Lines: Part<G>; // everything that happened, to go there
	Charts: Part<G>;
	landmarkOf: (event: G['event']) => Landmark | undefined;
	/** Where in the game a position is. */
	progress: (view: G['view']) => string;
	/** What the last move did, and whose turn it is. */
	say: (frame: Frame<G>, company: Company) => string;
}

const REPLAYS: Record<string, () => Promise<{ default: GameReplay }>> = {
	'cat-in-the-box': () => import('./cat-in-the-box/replay/index.ts'),
	'cat-box-lite': () => import('./cat-box-lite/replay/index.ts')
};

/** What a game brings, loaded when it is first wanted; undefined if this client does not know the game. */
export function replayOf(game: string): Promise<GameReplay> | undefined {
	return REPLAYS[game]?.().then((module) => module.default);
}
