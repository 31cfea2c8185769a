import { expect, it } from 'vitest';
import { keyActionOf } from '#games/cat-box-lite/keyboard.ts';

const key = (key: string, code = '', held: object = {}) => ({
	key,
	code,
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	...held
});

it('reads cards, arrows, the view and words', () => {
	expect(keyActionOf(key('8', 'Digit8'))).toEqual({ kind: 'card', number: 8 });
	expect(keyActionOf(key('9', 'Digit9'))).toBeUndefined();
	expect(keyActionOf(key('ArrowDown'))).toEqual({ kind: 'move', arrow: 'ArrowDown' });
	expect(keyActionOf(key('0', 'Digit0'))).toEqual({ kind: 'zoom', way: 'fit' });
	expect(keyActionOf(key('+'))).toEqual({ kind: 'zoom', way: 'nearer' });
	expect(keyActionOf(key('L'))).toEqual({ kind: 'log' });
	expect(keyActionOf(key('Escape'))).toEqual({ kind: 'cancel' });
});

it('takes the place of a key where the row of numbers gives other signs', () => {
	expect(keyActionOf(key('é', 'Digit2'))).toEqual({ kind: 'card', number: 2 });
	expect(keyActionOf(key('-', 'Digit6'))).toEqual({ kind: 'zoom', way: 'farther' });
});

it('leaves the browser its own, and those who write their letters', () => {
	expect(keyActionOf(key('0', 'Digit0', { ctrlKey: true }))).toBeUndefined();
	expect(keyActionOf(key('l'), false)).toBeUndefined();
	expect(keyActionOf(key('3', 'Digit3'), false)).toBeUndefined();
	expect(keyActionOf(key('Enter'), false)).toEqual({ kind: 'commit' });
});
