/** Maps keys to actions of the table. */

import { isArrow, type Arrow } from './area.ts';

export type KeyAction =
	| { kind: 'card'; number: number }
	| { kind: 'move'; arrow: Arrow }
	| { kind: 'zoom'; way: 'nearer' | 'farther' | 'fit' }
	| { kind: 'commit' | 'cancel' | 'keys' | 'log' };

const NAMED_KEYS: Record<string, KeyAction> = {
	Enter: { kind: 'commit' },
	Escape: { kind: 'cancel' },
	'?': { kind: 'keys' },
	l: { kind: 'log' },
	'+': { kind: 'zoom', way: 'nearer' },
	'-': { kind: 'zoom', way: 'farther' },
	'0': { kind: 'zoom', way: 'fit' }
};

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Without `characters` single-character shortcuts are off. */
export function keyActionOf(event: Key, characters = true): KeyAction | undefined {
	if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
	if (!characters && event.key.length === 1) return undefined;
	if (isArrow(event.key)) return { kind: 'move', arrow: event.key };
	const named = NAMED_KEYS[event.key] ?? NAMED_KEYS[event.key.toLowerCase()];
	if (named) return named; // on some keyboards, the key of a digit is "-" or "+" without Shift
	const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code)?.[1]; // French keyboards need Shift for digits
	const number = /^[1-8]$/.test(event.key) ? event.key : digit;
	return number ? { kind: 'card', number: Number(number) } : undefined;
}
