import type { GameDefinition } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { CatInTheBox } from './protocol.ts';

const game: GameDefinition<CatInTheBox> = {
	pitch: m.pitch,
	seats: [2, 3, 4, 5],
	hasBots: true,
	hasMemory: true,
	minutes: 45,
	level: 'medium',
	picture: () => import('./Picture.svelte'),
	screen: () => import('./Screen.svelte'),
	rules: () => import('./rules/Rules.svelte'),
	ruling: () => import('./rules/ruling.ts'),
	guide: () => import('./rules/guide.ts'),
	help: () => import('./help.ts'),
	replay: () => import('./replay/index.ts'),
	stats: () => import('./stats.ts'),
	moveLabel: () => import('./move-label.ts'),
	checkDeal: () => import('./deal.ts')
};

export default game;
