import { m } from '#messages';
import type { TableInfo } from './protocol.ts';

type Words = () => string;

/** Labels for values of the server. */
export const LAYOUTS: Record<string, { name: Words; hint: Words }> = {
	white: { name: m.layout_white, hint: m.layout_white_hint },
	purple: { name: m.layout_purple, hint: m.layout_purple_hint }
};

export const STATUS: Record<TableInfo['status'], Words> = {
	open: m.status_open,
	playing: m.status_playing,
	finished: m.status_finished,
	abandoned: m.status_abandoned
};

const BOTS: Record<string, Words> = { sensible: m.bots_sensible, random: m.bots_random, '': m.bots_none };

export const bots = (key: string): string => BOTS[key]?.() ?? key;
