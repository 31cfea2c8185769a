import type { Terms } from './protocol.ts';

/** What a table agrees on where its maker says nothing else. */
export const USUAL: Terms = {
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

/** Clocks by which people come and go. */
export const DAYS: readonly Terms['clock'][] = ['half_day', 'day', 'three_days'];
