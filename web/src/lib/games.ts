import { m } from '#messages';

const GAMES: Record<string, () => string> = {
	'cat-in-the-box': m.game_cat_in_the_box,
	'cat-box-lite': m.game_cat_box_lite
};

/** The game's name in the reader's words. */
export const gameName = (key: string): string => GAMES[key]?.() ?? key;
