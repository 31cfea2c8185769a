/** What the moods change, and how the cat looks in them. */

import type { Kind } from '#lib/protocol.ts';
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

const REACTIONS: Record<string, Kind> = {
	M1: 'tear',
	M2: 'love',
	M3: 'grumpy',
	M4: 'wow',
	M5: 'grumpy',
	M6: 'think',
	M7: 'smile',
	M8: 'smile',
	M9: 'sleepy',
	M10: 'paw'
};

/** The drawing of the cat in a mood. */
export const moodReaction = (mood: string): Kind => REACTIONS[mood] ?? 'think';
