import { expect, it } from 'vitest';
import { askOf } from '#games/cat-box-lite/keyboard.ts';

const key = (key: string, code = '', held: object = {}) => ({
	key,
	code,
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	...held
});

it('reads cards, arrows, the view and words', () => {
	expect(askOf(key('8', 'Digit8'))).toEqual({ kind: 'card', number: 8 });
	expect(askOf(key('9', 'Digit9'))).toBeUndefined();
	expect(askOf(key('ArrowDown'))).toEqual({ kind: 'move', arrow: 'ArrowDown' });
	expect(askOf(key('0', 'Digit0'))).toEqual({ kind: 'zoom', way: 'fit' });
	expect(askOf(key('+'))).toEqual({ kind: 'zoom', way: 'nearer' });
	expect(askOf(key('L'))).toEqual({ kind: 'log' });
	expect(askOf(key('Escape'))).toEqual({ kind: 'cancel' });
});

it('takes the place of a key where the row of numbers gives other signs', () => {
	expect(askOf(key('é', 'Digit2'))).toEqual({ kind: 'card', number: 2 });
});

it('leaves the browser its own, and those who write their letters', () => {
	expect(askOf(key('0', 'Digit0', { ctrlKey: true }))).toBeUndefined();
	expect(askOf(key('l'), false)).toBeUndefined();
	expect(askOf(key('3', 'Digit3'), false)).toBeUndefined();
	expect(askOf(key('Enter'), false)).toEqual({ kind: 'commit' });
});
