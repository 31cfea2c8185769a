/** Labels of the game in the reader's language. */

import { m } from '#messages';
import type { Family, View } from './protocol.ts';

type Words = () => string;

const MODES: Record<View['mode'], { name: Words; hint: Words }> = {
	discovery: { name: m.brain_mode_discovery, hint: m.brain_mode_discovery_hint },
	moods: { name: m.brain_mode_moods, hint: m.brain_mode_moods_hint },
	teams: { name: m.brain_mode_teams, hint: m.brain_mode_teams_hint },
	individual: { name: m.brain_mode_individual, hint: m.brain_mode_individual_hint }
};

const EFFECTS: Record<string, Words> = {
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

export const modeName = (mode: View['mode']): string => MODES[mode].name();

/** The number of players and the kind of the mode. */
export const modeHint = (mode: View['mode']): string => MODES[mode].hint();

/** What a mood changes. */
export const moodEffect = (mood: string): string => EFFECTS[mood]?.() ?? '';

export const familyName = (family: Family): string =>
	family === 'red' ? m.brain_family_red() : m.brain_family_blue();

export const sideName = (side: Family): string => (side === 'red' ? m.brain_side_red() : m.brain_side_blue());
