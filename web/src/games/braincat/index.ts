import type { GameDefinition } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { Braincat } from './protocol.ts';

const game: GameDefinition<Braincat> = {
	pitch: m.brain_pitch,
	seats: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
	hasBots: false,
	minutes: 30,
	level: 'easy',
	picture: () => import('./Picture.svelte'),
	screen: () => import('./Screen.svelte'),
	options: () => import('./table-options.ts'),
	rules: () => import('./rules/RulesPage.svelte'),
	ruling: () => import('./rules/ruling.ts'),
	guide: () => import('./rules/guide.ts'),
	help: () => import('./help.ts'),
	replay: () => import('./replay/index.ts'),
	stats: () => import('./stats.ts'),
	moveLabel: () => import('./move-label.ts'),
	checkDeal: () => import('./deal.ts')
};

export default game;
