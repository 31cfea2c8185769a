import { m } from '#messages';
import type { Kind, Phrase } from '../protocol.ts';

/** Phrases in the order in which they are offered. */
export const PHRASES: Record<Phrase, () => string> = {
	hello: m.phrase_hello,
	good_luck: m.phrase_good_luck,
	your_turn: m.phrase_your_turn,
	one_moment: m.phrase_one_moment,
	back: m.phrase_back,
	well_done: m.phrase_well_done,
	ouch: m.phrase_ouch,
	sorry: m.phrase_sorry,
	thanks: m.phrase_thanks,
	good_game: m.phrase_good_game,
	again: m.phrase_again,
	bye: m.phrase_bye
};

/** Descriptions of reactions. */
export const REACTIONS: Record<Kind, () => string> = {
	smile: m.reaction_smile,
	love: m.reaction_love,
	wow: m.reaction_wow,
	tear: m.reaction_tear,
	grumpy: m.reaction_grumpy,
	sleepy: m.reaction_sleepy,
	think: m.reaction_think,
	paw: m.reaction_paw
};

export const REACTION_KINDS = Object.keys(REACTIONS) as Kind[];
