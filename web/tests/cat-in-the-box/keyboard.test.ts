import { expect, it } from 'vitest';
import { keyActionOf } from '#games/cat-in-the-box/keyboard.ts';

const key = (key: string, code = '', held: object = {}) => ({
	key,
	code,
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	...held
});

it('reads numbers, colors, arrows and words', () => {
	expect(keyActionOf(key('7', 'Digit7'))).toEqual({ kind: 'number', number: 7 });
	expect(keyActionOf(key('Y'))).toEqual({ kind: 'color', color: 'yellow' });
	expect(keyActionOf(key('ArrowUp'))).toEqual({ kind: 'move', arrow: 'ArrowUp' });
	expect(keyActionOf(key('Enter'))).toEqual({ kind: 'commit' });
	expect(keyActionOf(key('T'))).toEqual({ kind: 'last_trick' });
	expect(keyActionOf(key('0', 'Digit0'))).toBeUndefined();
});

it('takes the place of a key where the row of numbers gives other signs', () => {
	expect(keyActionOf(key('è', 'Digit7'))).toEqual({ kind: 'number', number: 7 });
});

it('knows a language’s own letters beside the common ones', () => {
	expect(keyActionOf(key('j'), { j: 'yellow', v: 'green' })).toEqual({ kind: 'color', color: 'yellow' });
	expect(keyActionOf(key('y'), { j: 'yellow', v: 'green' })).toEqual({ kind: 'color', color: 'yellow' });
});

it('leaves the browser its own', () => {
	expect(keyActionOf(key('r', 'KeyR', { ctrlKey: true }))).toBeUndefined();
	expect(keyActionOf(key('Tab'))).toBeUndefined();
});

it('lets keys that write something be, where they are switched off', () => {
	for (const written of ['7', 'y', 'T', '?']) expect(keyActionOf(key(written), {}, false)).toBeUndefined();
	expect(keyActionOf(key('Enter'), {}, false)).toEqual({ kind: 'commit' });
	expect(keyActionOf(key('ArrowUp'), {}, false)).toEqual({ kind: 'move', arrow: 'ArrowUp' });
});
