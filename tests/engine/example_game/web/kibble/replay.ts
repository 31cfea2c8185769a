import type { GameReplay } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { Kibble } from './protocol.ts';
import ReplayPart from './ReplayPart.svelte';

const replay: GameReplay<Kibble> = {
	Scene: ReplayPart,
	ChoiceDetails: ReplayPart,
	panels: () => Promise.resolve({ MoveList: ReplayPart, Charts: ReplayPart }),
	landmarks: {},
	progress: ({ heap }) => m.kibble_heap({ pieces: heap }),
	announce: ({ view }) => m.kibble_heap({ pieces: view.heap })
};

export default replay;
