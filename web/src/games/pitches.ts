/** What the games are, each in a sentence or two. */

import { m } from '#messages';

export const PITCHES = [
	[m.game_cat_in_the_box, m.pitch],
	[m.game_cat_box_lite, m.lite_pitch]
] as const;
