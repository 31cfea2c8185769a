import { describe, expect, it } from 'vitest';
import { keyActionOf } from '#games/braincat/keyboard.ts';
import { pointable, pulled } from '#games/braincat/pointing.ts';
import { clueOrder } from '#games/braincat/board.ts';
import { viewWhere } from './positions.ts';

const key = (name: string, code = '', ctrlKey = false) => ({
	key: name,
	code,
	ctrlKey,
	metaKey: false,
	altKey: false
});

describe('a key', () => {
	it('chooses by number, also with French digits', () => {
		expect(keyActionOf(key('3', 'Digit3'))).toEqual({ kind: 'number', number: 3 });
		expect(keyActionOf(key('"', 'Digit3'))).toEqual({ kind: 'number', number: 3 });
	});

	it('votes, turns the paw and gets ready', () => {
		expect(keyActionOf(key('C', 'KeyC'))).toEqual({ kind: 'vote', vote: 'clue' });
		expect(keyActionOf(key('0', 'Digit0'))).toEqual({ kind: 'vote', vote: 'stay' });
		expect(keyActionOf(key('ArrowLeft'))).toEqual({ kind: 'side', way: -1 });
		expect(keyActionOf(key('r', 'KeyR'))).toEqual({ kind: 'ready' });
	});

	it('is the browser’s with Ctrl, and letters are off if the settings say so', () => {
		expect(keyActionOf(key('r', 'KeyR', true))).toBeUndefined();
		expect(keyActionOf(key('r', 'KeyR'), false)).toBeUndefined();
		expect(keyActionOf(key('Enter'), false)).toEqual({ kind: 'commit' });
	});
});

describe('the paw', () => {
	it('lies between two neighbors of the chain', () => {
		const [view] = viewWhere(
			'discovery',
			({ phase, legal, board }) => phase === 'paw' && legal !== undefined && board!.clues.length > 2
		);
		const order = clueOrder(view.board!);
		const [before, after] = pointable(view, order);
		expect(order.indexOf(after!) - order.indexOf(before!)).toBe(1);
	});

	it('turns only when it is pulled far enough', () => {
		expect(pulled([2, 0], -10)).toBeUndefined();
		expect(pulled([2, 0], -40)).toBe(2);
		expect(pulled([2, 0], 40)).toBe(0);
	});
});
