import type { GameInfo, TableSettings } from './protocol.ts';

/** What a table agrees on where its maker says nothing else. */
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

/** The same, without what this game has not. */
export function fitting(terms: TableSettings, game: GameInfo): TableSettings {
	const watching = terms.watching === 'hand' && !game.shows_late ? USUAL.watching : terms.watching;
	return { ...terms, watching, memory: terms.memory && game.has_memory };
}

/** Clocks by which people come and go. */
export const DAYS: readonly TableSettings['clock'][] = ['half_day', 'day', 'three_days'];
