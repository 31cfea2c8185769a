/** Maps keys to actions of the table. */

export type KeyAction =
	| { kind: 'number'; number: number } // of a master, a pack or a clue
	| { kind: 'side'; way: -1 | 1 }
	| { kind: 'vote'; vote: 'clue' | 'stay' }
	| { kind: 'commit' | 'cancel' | 'keys' | 'log' | 'recap' | 'ready' };

const NAMED_KEYS: Record<string, KeyAction> = {
	ArrowLeft: { kind: 'side', way: -1 },
	ArrowUp: { kind: 'side', way: -1 },
	ArrowRight: { kind: 'side', way: 1 },
	ArrowDown: { kind: 'side', way: 1 },
	Enter: { kind: 'commit' },
	Escape: { kind: 'cancel' },
	'?': { kind: 'keys' },
	l: { kind: 'log' },
	s: { kind: 'recap' },
	r: { kind: 'ready' },
	c: { kind: 'vote', vote: 'clue' },
	'0': { kind: 'vote', vote: 'stay' }
};

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Without `characters` single-character shortcuts are off. */
export function keyActionOf(event: Key, characters = true): KeyAction | undefined {
	if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
	if (!characters && event.key.length === 1) return undefined;
	const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1]; // French keyboards need Shift for digits
	const number = /^[0-9]$/.test(event.key) ? event.key : digit;
	if (number && number !== '0') return { kind: 'number', number: Number(number) };
	return NAMED_KEYS[number ?? event.key] ?? NAMED_KEYS[event.key.toLowerCase()];
}
