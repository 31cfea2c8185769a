/** Names of packs and moods. */

import { m } from '#messages';
import { shownTitle } from './pack-library.svelte.ts';

const OWN = /^own-/; // names of players' packs

const PACKS: Record<string, () => string> = {
	jobs: m.brain_log_pack_jobs,
	bar: m.brain_log_pack_bar,
	ads: m.brain_log_pack_ads
};

const MOODS: Record<string, () => string> = {
	M1: m.brain_log_mood_hungry,
	M2: m.brain_log_mood_cuddly,
	M3: m.brain_log_mood_contrary,
	M4: m.brain_log_mood_hurried,
	M5: m.brain_log_mood_sulky,
	M6: m.brain_log_mood_fickle,
	M7: m.brain_log_mood_greedy,
	M8: m.brain_log_mood_chatty,
	M9: m.brain_log_mood_stubborn,
	M10: m.brain_log_mood_brazen
};

export const isOwnPack = (pack: string): boolean => OWN.test(pack);

/** The name of a built-in pack in the reader's language, or the title of a player's pack as far as it is known. */
export const packName = (pack: string): string =>
	PACKS[pack]?.() ?? ((isOwnPack(pack) && shownTitle(pack)) || m.brain_own_pack());

export const moodName = (mood: string): string => MOODS[mood]?.() ?? mood;
