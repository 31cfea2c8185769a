/** The board as a grid of cells, with a row for each color (landscape) or a column (portrait). */

import type { View } from './protocol.ts';
import { COLORS, spaceOf, type Space } from './labels.ts';

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

type BoardView = Pick<View, 'rows'>;

/** Rows of cells from the top, each from left to right. */
export function cellsOf(view: BoardView, upright: boolean): Space[][] {
	const lying = COLORS.map((color) => view.rows[color].map((number) => spaceOf(color, number)));
	if (!upright) return lying;
	return lying[0]!.map((_, place) => lying.map((row) => row[place]!));
}

/** The numbers of the header; undefined if they differ by row. */
export function numberColumns(view: BoardView): number[] | undefined {
	const [first, ...others] = COLORS.map((color) => view.rows[color]);
	const same = others.every((row) => row.every((number, place) => number === first![place]));
	return same ? [...first!] : undefined;
}

/** Returns the cell that an arrow key leads to; at the edge, the cell itself. */
export function neighbor(cells: Space[][], from: Space, arrow: Arrow): Space {
	const row = cells.findIndex((line) => line.includes(from));
	const column = cells[row]?.indexOf(from) ?? -1;
	const down = arrow === 'ArrowDown' ? 1 : arrow === 'ArrowUp' ? -1 : 0;
	const right = arrow === 'ArrowRight' ? 1 : arrow === 'ArrowLeft' ? -1 : 0;
	return cells[row + down]?.[column + right] ?? from;
}

export function isArrow(key: string): key is Arrow {
	return key.startsWith('Arrow');
}
