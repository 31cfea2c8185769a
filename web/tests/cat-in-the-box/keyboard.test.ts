import { expect, it } from 'vitest';
import { askOf } from '#games/cat-in-the-box/keyboard.ts';

const key = (key: string, code = '', held: object = {}) => ({
	key,
	code,
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	...held
});

it('reads numbers, colors, arrows and words', () => {
	expect(askOf(key('7', 'Digit7'))).toEqual({ kind: 'number', number: 7 });
	expect(askOf(key('Y'))).toEqual({ kind: 'color', color: 'yellow' });
	expect(askOf(key('ArrowUp'))).toEqual({ kind: 'move', arrow: 'ArrowUp' });
	expect(askOf(key('Enter'))).toEqual({ kind: 'commit' });
	expect(askOf(key('T'))).toEqual({ kind: 'last_trick' });
	expect(askOf(key('0', 'Digit0'))).toBeUndefined();
});

it('takes the place of a key where the row of numbers gives other signs', () => {
	expect(askOf(key('è', 'Digit7'))).toEqual({ kind: 'number', number: 7 });
});

it('knows a language’s own letters beside the common ones', () => {
	expect(askOf(key('j'), { j: 'yellow', v: 'green' })).toEqual({ kind: 'color', color: 'yellow' });
	expect(askOf(key('y'), { j: 'yellow', v: 'green' })).toEqual({ kind: 'color', color: 'yellow' });
});

it('leaves the browser its own', () => {
	expect(askOf(key('r', 'KeyR', { ctrlKey: true }))).toBeUndefined();
	expect(askOf(key('Tab'))).toBeUndefined();
});

it('lets keys that write something be, where they are switched off', () => {
	for (const written of ['7', 'y', 'T', '?']) expect(askOf(key(written), {}, false)).toBeUndefined();
	expect(askOf(key('Enter'), {}, false)).toEqual({ kind: 'commit' });
	expect(askOf(key('ArrowUp'), {}, false)).toEqual({ kind: 'move', arrow: 'ArrowUp' });
});
