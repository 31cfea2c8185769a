import type { GameGuide } from '#lib/game-definition.ts';
import type { CatInTheBox } from '../protocol.ts';
import Picture from './GuidePicture.svelte';
import Legend from './Legend.svelte';

const guide: GameGuide<CatInTheBox> = { Picture, Legend, pictures: { trick: 'trump', paradox: 'room' } };

export default guide;
