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

/** From the weakest to the strongest. */
const BOTS: Record<string, Words> = {
	random: m.bots_random,
	casual: m.bots_casual,
	sensible: m.bots_sensible,
	strong: m.bots_strong,
	'': m.bots_none
};

/** The name of a kind of bots, "" for none. */
export const botName = (key: string): string => BOTS[key]?.() ?? key;

/** What stands at the seat of a bot of this kind. */
export const seatBot = (kind: string): string => m.seat_bot({ kind });

/** The kinds of bots that a game has, in the order of their strength, and none. */
export const botChoices = (known: string[]): string[] =>
	Object.keys(BOTS).filter((key) => key === '' || known.includes(key));
