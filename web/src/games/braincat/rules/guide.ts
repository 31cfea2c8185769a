import type { GameGuide } from '#lib/game-definition.ts';
import type { Braincat } from '../protocol.ts';
import Picture from './GuidePicture.svelte';
import Legend from './Legend.svelte';

const guide: GameGuide<Braincat> = {
	Picture,
	Legend,
	pictures: { cat: 'blue-paw', family: 'keep', paws: 'no-more-clues' }
};

export default guide;
