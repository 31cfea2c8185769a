/** What can be done with a game that is looked at again: each a panel, loaded when it is first opened. */

import type { Part } from '#games/replays.ts';
import { m } from '#messages';
import type { Replay } from './replay.svelte.ts';

export interface Tool {
	key: string;
	name: () => string;
	part: () => Promise<{ default: Part }>;
	fits: (replay: Replay) => boolean;
}

export const TOOLS: readonly Tool[] = [
	{ key: 'share', name: m.replay_share, part: () => import('./Share.svelte'), fits: () => true },
	{
		key: 'fairness',
		name: m.fairness_check,
		part: () => import('./Fairness.svelte'),
		fits: ({ document }) => document.record !== undefined
	}
];
