/** The replay of Cat Box Lite. */

import type { GameReplay } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { CatBoxLite } from '../protocol.ts';
import { announcement } from '../event-sentences.ts';
import ChoiceDetails from './ChoiceDetails.svelte';
import Scene from './Scene.svelte';

const replay: GameReplay<CatBoxLite> = {
	Scene,
	ChoiceDetails,
	panels: () => import('./panels.ts'),
	analysis: () => import('./analysis.ts'),
	landmarks: {},
	progress: ({ turn, turns }) => m.lite_progress({ turn: Math.min(turn + 1, turns), turns }),
	announce: ({ ply, events, view }, seatNames) => announcement([{ version: ply, events }], view, seatNames)
};

export default replay;
