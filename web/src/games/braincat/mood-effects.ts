/** What the moods change. */

import { m } from '#messages';

const EFFECTS: Record<string, () => string> = {
	M1: m.brain_mood_hungry_effect,
	M2: m.brain_mood_cuddly_effect,
	M3: m.brain_mood_contrary_effect,
	M4: m.brain_mood_hurried_effect,
	M5: m.brain_mood_sulky_effect,
	M6: m.brain_mood_fickle_effect,
	M7: m.brain_mood_greedy_effect,
	M8: m.brain_mood_chatty_effect,
	M9: m.brain_mood_stubborn_effect,
	M10: m.brain_mood_brazen_effect
};

export const moodEffect = (mood: string): string => EFFECTS[mood]?.() ?? '';
