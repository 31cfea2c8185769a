/** The replay of Cat in the Box. */

import type { GameReplay } from '#lib/game-definition.ts';
import type { CatInTheBox } from '../protocol.ts';
import { announcement } from '../event-sentences.ts';
import { progressSentence } from '../sentences.ts';
import '../Screen.svelte'; // bundles the live components into one chunk for both pages
import ChoiceDetails from './ChoiceDetails.svelte';
import Scene from './Scene.svelte';

const replay: GameReplay<CatInTheBox> = {
	Scene,
	ChoiceDetails,
	panels: () => import('./panels.ts'),
	analysis: () => import('./analysis.ts'),
	landmarks: { trick_won: 'trick', round_opened: 'round', paradox_caused: 'paradox' },
	progress: progressSentence,
	announce: ({ ply, events, view, own }, seatNames) =>
		announcement([{ version: ply, events }], { ...view, ...own[seatNames.me ?? -1] }, seatNames)
};

export default replay;
