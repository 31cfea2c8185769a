import type { GameDefinition } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { Kibble } from './protocol.ts';

const game: GameDefinition<Kibble> = {
	pitch: m.kibble_pitch,
	seats: [2],
	hasBots: false,
	minutes: 5,
	level: 'easy',
	picture: () => import('./Picture.svelte'),
	screen: () => import('./Screen.svelte'),
	rules: () => import('./Rules.svelte'),
	replay: () => import('./replay.ts'),
	stats: () => import('./stats.ts'),
	moveLabel: () => import('./move-label.ts'),
	checkDeal: () => import('./deal.ts')
};

export default game;
