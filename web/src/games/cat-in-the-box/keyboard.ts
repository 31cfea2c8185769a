/** Maps keys to actions of the table. */

import { isArrow, type Arrow } from './board.ts';
import type { Color } from './labels.ts';

export type KeyAction =
	| { kind: 'number'; number: number }
	| { kind: 'color'; color: Color }
	| { kind: 'move'; arrow: Arrow }
	| { kind: 'commit' | 'cancel' | 'help' | 'log' | 'last_trick' };

const COLOR_KEYS: Record<string, Color> = { r: 'red', b: 'blue', y: 'yellow', g: 'green' };
const NAMED_KEYS: Record<string, 'commit' | 'cancel' | 'help' | 'log' | 'last_trick'> = {
	Enter: 'commit',
	Escape: 'cancel',
	'?': 'help',
	l: 'log',
	t: 'last_trick'
};

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * `local` adds a language's letters for the colors ("j": "yellow"); without `characters` single-character
 * shortcuts are off.
 */
export function keyActionOf(
	event: Key,
	local: Record<string, Color> = {},
	characters = true
): KeyAction | undefined {
	if (!characters && event.key.length === 1) return undefined;
	if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
	if (isArrow(event.key)) return { kind: 'move', arrow: event.key };
	const named = NAMED_KEYS[event.key] ?? NAMED_KEYS[event.key.toLowerCase()];
	if (named) return { kind: named };
	const color = COLOR_KEYS[event.key.toLowerCase()] ?? local[event.key.toLowerCase()];
	if (color) return { kind: 'color', color };
	const digit = digitOf(event);
	return digit ? { kind: 'number', number: digit } : undefined;
}

/** French keyboards need Shift for digits, so the physical key counts. */
function digitOf(event: Key): number {
	const place = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
	return Number(/^[1-9]$/.test(event.key) ? event.key : (place ?? 0));
}
