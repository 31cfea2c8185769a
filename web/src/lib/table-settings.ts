import type { TableOptions } from './game-definition.ts';
import type { GameInfo, TableSettings } from './protocol.ts';

/** The default settings of a table. */
export const DEFAULT_SETTINGS: TableSettings = {
	visibility: 'link',
	clock: 'none',
	hold: 0,
	watching: 'public',
	caretaker: true,
	memory: false,
	chat: true,
	languages: [],
	link: ''
};

/** Whether each step of this game may last a day with these options. */
export const canTakeDays = (game: GameInfo, { mode }: TableOptions): boolean =>
	game.modes_by_days.includes(String(mode ?? game.options.mode?.choices[0]));

/** Returns the settings as far as this game, with these options, has them. */
export function fitting(settings: TableSettings, game: GameInfo, options: TableOptions = {}): TableSettings {
	const watching =
		settings.watching === 'hand' && !game.shows_late ? DEFAULT_SETTINGS.watching : settings.watching;
	const clock = fittingClock(settings.clock, game, options);
	return { ...settings, clock, watching, memory: settings.memory && game.has_memory };
}

/** Returns the time control, or the usual one if this game does not have it with these options. */
export function fittingClock(
	clock: TableSettings['clock'],
	game: GameInfo,
	options: TableOptions = {}
): typeof clock {
	if (!game.has_time_limits)
		return clock === 'steps' || clock === 'steps_day' ? DEFAULT_SETTINGS.clock : clock;
	return clock === 'steps_day' && canTakeDays(game, options) ? clock : 'steps';
}

/** Time controls of turn-based games. */
export const DAYS: readonly TableSettings['clock'][] = ['half_day', 'day', 'three_days', 'steps_day'];
