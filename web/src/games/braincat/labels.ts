/** Labels of the game in the reader's language. */

import { m } from '#messages';
import type { Family, View } from './protocol.ts';

const MODES: Record<View['mode'], () => string> = {
	discovery: m.brain_mode_discovery,
	moods: m.brain_mode_moods,
	teams: m.brain_mode_teams,
	individual: m.brain_mode_individual
};

export const modeName = (mode: View['mode']): string => MODES[mode]();

export const familyName = (family: Family): string =>
	family === 'red' ? m.brain_family_red() : m.brain_family_blue();

export const sideName = (side: Family): string => (side === 'red' ? m.brain_side_red() : m.brain_side_blue());
