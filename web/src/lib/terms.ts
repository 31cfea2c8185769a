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
