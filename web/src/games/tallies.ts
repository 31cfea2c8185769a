/** What the games count, in words: by the key of a game. */

import type { Played } from '#lib/protocol.ts';
import { tally as ofLite } from './cat-box-lite/tally.ts';
import { tally } from './cat-in-the-box/tally.ts';

export type Line = [name: string, value: string];

const TALLIES: Record<string, (played: Played) => Line[]> = {
	'cat-in-the-box': tally,
	'cat-box-lite': ofLite
};

/** What a game counts besides points; nothing if this client does not know the game. */
export const tallyOf = (played: Played): Line[] => TALLIES[played.game]?.(played) ?? [];
