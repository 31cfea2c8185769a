import { expect, it } from 'vitest';
import { cellsOf, neighbor, numberColumns } from '#games/cat-in-the-box/board.ts';
import { areasOf, clockwiseFrom } from '#games/cat-in-the-box/seats.ts';
import { position } from './view.ts';

const purple = position({
	layout: 'purple',
	rows: { red: [1, 2, 3], blue: [3, 1, 2], yellow: [2, 3, 1], green: [2, 3, 1] }
});

it('lies with a row for each color and stands with a column for each', () => {
	expect(cellsOf(purple, false)[1]).toEqual(['blue3', 'blue1', 'blue2']);
	expect(cellsOf(purple, true)[0]).toEqual(['red1', 'blue3', 'yellow2', 'green2']);
});

it('writes the numbers beside the board only where they agree', () => {
	expect(numberColumns(purple)).toBeUndefined();
	expect(numberColumns(position())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('moves to what lies next to a space, and stays at the edge', () => {
	const cells = cellsOf(purple, false);
	expect(neighbor(cells, 'red2', 'ArrowDown')).toBe('blue1');
	expect(neighbor(cells, 'blue1', 'ArrowLeft')).toBe('blue3');
	expect(neighbor(cells, 'red1', 'ArrowUp')).toBe('red1');
	expect(neighbor(cells, 'green1', 'ArrowRight')).toBe('green1');
});

it('seats everybody clockwise from one’s own place', () => {
	expect(clockwiseFrom(2, 4)).toEqual([2, 3, 0, 1]);
	expect(clockwiseFrom(undefined, 3)).toEqual([0, 1, 2]);
	expect(areasOf([2, 0, 1])).toEqual({ 2: 'mine', 0: 'left', 1: 'right' });
});
