/** What Cat Box Lite brings to a replay. */

import type { GameReplay } from '#games/replays.ts';
import { m } from '#messages';
import type { CatBoxLite } from '../protocol.ts';
import { announcement } from '../sentences.ts';
import Charts from './Charts.svelte';
import Lines from './MoveList.svelte';
import Scene from './Scene.svelte';
import Story from './ChoiceDetails.svelte';

const replay: GameReplay<CatBoxLite> = {
	Scene,
	Story,
	Lines,
	Charts,
	landmarkOf: () => undefined,
	progress: ({ turn, turns }) => m.lite_progress({ turn: Math.min(turn + 1, turns), turns }),
	say: ({ ply, events, view }, company) => announcement([{ version: ply, events }], view, company)
};

export default replay;
