/** The replay of Braincat. */

import type { GameReplay } from '#lib/game-definition.ts';
import { announcement, progressSentence } from '../log-sentences.ts';
import { writerOf } from '../pack-library.svelte.ts';
import type { Braincat } from '../protocol.ts';
import ChoiceDetails from './ChoiceDetails.svelte';
import Scene from './Scene.svelte';
import { shownRound } from './scene.ts';

const replay: GameReplay<Braincat> = {
	Scene,
	ChoiceDetails,
	panels: () => import('./panels.ts'),
	landmarks: { cat_found: 'round' },
	progress: progressSentence,
	announce: (frame, seatNames) => {
		const board = shownRound(frame)?.board;
		const entry = { version: frame.ply, events: frame.events };
		return announcement([entry], frame.view, seatNames, board && writerOf(board));
	}
};

export default replay;
