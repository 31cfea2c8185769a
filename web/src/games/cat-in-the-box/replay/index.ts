/** The replay of Cat in the Box. */

import type { GameReplay } from '#lib/game-definition.ts';
import type { CatInTheBox, Event } from '../protocol.ts';
import type { Landmark } from '#lib/replay/landmarks.ts';
import { announcement } from '../event-sentences.ts';
import { progressSentence } from '../sentences.ts';
import '../Screen.svelte'; // bundles the live components into one chunk for both pages
import ChoiceDetails from './ChoiceDetails.svelte';
import Scene from './Scene.svelte';

const LANDMARKS: Partial<Record<Event['kind'], Landmark>> = {
	trick_won: 'trick',
	round_opened: 'round',
	paradox_caused: 'paradox'
};

const replay: GameReplay<CatInTheBox> = {
	Scene,
	ChoiceDetails,
	panels: () => import('./panels.ts'),
	analysis: () => import('./analysis.ts'),
	landmarkOf: ({ kind }) => LANDMARKS[kind],
	progress: progressSentence,
	announce: ({ ply, events, view, own }, seatNames) =>
		announcement([{ version: ply, events }], { ...view, ...own[seatNames.me ?? -1] }, seatNames)
};

export default replay;
