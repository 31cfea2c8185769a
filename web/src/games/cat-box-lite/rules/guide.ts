import type { GameGuide } from '#lib/game-definition.ts';
import type { CatBoxLite } from '../protocol.ts';
import Picture from './GuidePicture.svelte';
import Legend from './Legend.svelte';

const guide: GameGuide<CatBoxLite> = { Picture, Legend, pictures: { turn: 'points', score: 'last-card' } };

export default guide;
