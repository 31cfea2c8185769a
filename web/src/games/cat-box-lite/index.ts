import type { GameDefinition } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { CatBoxLite } from './protocol.ts';

const game: GameDefinition<CatBoxLite> = {
	pitch: m.lite_pitch,
	seats: [2, 3],
	hasBots: true,
	minutes: 10,
	level: 'easy',
	picture: () => import('./Picture.svelte'),
	screen: () => import('./Screen.svelte'),
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
