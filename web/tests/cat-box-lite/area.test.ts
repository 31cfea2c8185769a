import { describe, expect, it } from 'vitest';
import {
	boundsOf,
	inOrder,
	nearestPlace,
	nextPlace,
	showing,
	squaresOf,
	visible
} from '#games/cat-box-lite/area.ts';

const FIRST = { face: 'bwgo', column: 0, row: 0 };
const OVER = { face: 'xbow', column: 1, row: 1 }; // over the gray cat

describe('the play area', () => {
	it('L1: a face is read clockwise from the upper left', () => {
		expect(squaresOf('bwgo', { column: 3, row: -2 })).toEqual([
			{ column: 3, row: -2, shows: 'b' },
			{ column: 4, row: -2, shows: 'w' },
			{ column: 4, row: -1, shows: 'g' },
			{ column: 3, row: -1, shows: 'o' }
		]);
	});

	it('L9: what is covered is not seen any more', () => {
		const seen = visible([FIRST, OVER]);
		expect(seen.get('1,1')).toBe('x');
		expect(seen.size).toBe(7);
		expect(showing([FIRST, OVER], 'g')).toEqual([]);
		expect(showing([FIRST, OVER], 'b')).toEqual(['0,0', '2,1']);
	});

	it('lays the cards in the order of their numbers, the tenth after the ninth', () => {
		const laid = { 10: OVER, 9: FIRST, 0: FIRST };
		expect(inOrder(laid)).toEqual([FIRST, FIRST, OVER]);
	});

	it('has all cards in sight, and a margin', () => {
		expect(boundsOf([FIRST, { face: 'bwgo', column: -3, row: 4 }], 1)).toEqual({
			left: -4,
			top: -1,
			right: 3,
			bottom: 7
		});
	});
});

describe('the cursor', () => {
	const PLACES = ['-1,-1', '1,-1', '1,1', '-1,1', '3,-2'];

	it('goes straight ahead where it can, else the least aside', () => {
		expect(nextPlace(PLACES, '-1,-1', 'ArrowRight')).toBe('1,-1');
		expect(nextPlace(PLACES, '1,-1', 'ArrowRight')).toBe('3,-2');
		expect(nextPlace(PLACES, '1,1', 'ArrowUp')).toBe('1,-1');
	});

	it('stays where there is nothing that way', () => {
		expect(nextPlace(PLACES, '-1,-1', 'ArrowLeft')).toBe('-1,-1');
		expect(nextPlace(PLACES, '3,-2', 'ArrowUp')).toBe('3,-2');
	});

	it('comes to every place from every other', () => {
		const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const;
		for (const start of PLACES) {
			const reached = new Set([start]);
			for (const here of reached) for (const arrow of arrows) reached.add(nextPlace(PLACES, here, arrow));
			expect([...reached].sort()).toEqual([...PLACES].sort());
		}
	});
});

describe('a tap', () => {
	it('counts for the place whose middle is nearest', () => {
		expect(nearestPlace(['0,0', '1,0'], 1.2, 1)).toBe('0,0');
		expect(nearestPlace(['0,0', '1,0'], 1.6, 1)).toBe('1,0');
	});

	it('counts for none when it is far from all', () => {
		expect(nearestPlace(['0,0'], 2, 2)).toBeUndefined();
		expect(nearestPlace([], 0, 0)).toBeUndefined();
	});
});
