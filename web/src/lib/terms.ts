import type { GameInfo, TableSettings } from './protocol.ts';

/** The default settings of a table. */
export const USUAL: TableSettings = {
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

/** The default settings of this game. */
export function fitting(terms: TableSettings, game: GameInfo): TableSettings {
	const watching = terms.watching === 'hand' && !game.shows_late ? USUAL.watching : terms.watching;
	return { ...terms, watching, memory: terms.memory && game.has_memory };
}

/** Time controls of turn-based games. */
export const DAYS: readonly TableSettings['clock'][] = ['half_day', 'day', 'three_days'];
