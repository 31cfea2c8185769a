/** The dialogs that all games share. */
const SHARED = [
	'hint',
	'guide',
	'spectators',
	'people',
	'chat',
	'notes',
	'problem',
	'time',
	'leave'
] as const;

export type Shared = (typeof SHARED)[number];

export const isShared = (kind: string): kind is Shared => (SHARED as readonly string[]).includes(kind);
