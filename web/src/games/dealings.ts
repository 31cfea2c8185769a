/** How games deal: by the key of a game. */

import type { Finding, GameRecord } from '#lib/fairness/record.ts';
import type { Replay } from '#lib/protocol.ts';
import { checkGame } from './cat-box-lite/deal.ts';
import { checkRounds } from './cat-in-the-box/deal.ts';

/** Deals from the seed, or as the record has it written out, and compares that with what was played and is shown. */
export type Dealing = (record: GameRecord, seed?: Uint8Array, replay?: Replay) => Finding[];

const DEALINGS: Record<string, Dealing> = {
	'cat-in-the-box': checkRounds,
	'cat-box-lite': checkGame
};

/** Undefined if this client does not know the game. */
export const dealingOf = (game: string): Dealing | undefined => DEALINGS[game];
