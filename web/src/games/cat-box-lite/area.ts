/** Geometry of the play area: cards that cover each other, squares by column and row. */

import type { LaidCard } from './protocol.ts';

export type Square = 'b' | 'w' | 'g' | 'o' | 'x';

export interface Spot {
	column: number;
	row: number;
}

/** A rectangle in squares; right and bottom are exclusive. */
export interface Bounds {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const CLOCKWISE = [
	[0, 0],
	[1, 0],
	[1, 1],
	[0, 1]
] as const;

export const nameOf = ({ column, row }: Spot): string => `${column},${row}`;

export function spotOf(name: string): Spot {
	const [column = 0, row = 0] = name.split(',').map(Number);
	return { column, row };
}

/** Returns the four squares of a card, clockwise from the upper left, and what its face shows on them. */
export function squaresOf(face: string, { column, row }: Spot): (Spot & { shows: Square })[] {
	return CLOCKWISE.map(([x, y], index) => ({
		column: column + x,
		row: row + y,
		shows: face[index] as Square
	}));
}

/** Returns what each square shows: the topmost card counts. */
export function visible(laid: readonly LaidCard[]): Map<string, Square> {
	const seen = new Map<string, Square>();
	for (const card of laid)
		for (const square of squaresOf(card.face, card)) seen.set(nameOf(square), square.shows);
	return seen;
}

/** Returns the squares that show this. */
export function showing(laid: readonly LaidCard[], square: Square): string[] {
	return [...visible(laid)].filter(([, shows]) => shows === square).map(([name]) => name);
}

/** Returns the cards in the order in which they were played. */
export function inOrder(laid: Record<string, LaidCard>): LaidCard[] {
	return Object.keys(laid)
		.sort((a, b) => Number(a) - Number(b))
		.map((number) => laid[number]!);
}

/** Returns the rectangle that must be visible: all cards and the squares of one more card around them. */
export function boundsOf(laid: readonly LaidCard[], margin: number): Bounds {
	const columns = laid.map((card) => card.column);
	const rows = laid.map((card) => card.row);
	return {
		left: Math.min(...columns) - margin,
		top: Math.min(...rows) - margin,
		right: Math.max(...columns) + 2 + margin,
		bottom: Math.max(...rows) + 2 + margin
	};
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const STEP: Record<Arrow, Spot> = {
	ArrowLeft: { column: -1, row: 0 },
	ArrowRight: { column: 1, row: 0 },
	ArrowUp: { column: 0, row: -1 },
	ArrowDown: { column: 0, row: 1 }
};

export const isArrow = (key: string): key is Arrow => key in STEP;

/**
 * Returns the next place in this direction, straight ahead first, else with the smallest offset; `from`
 * if there is none.
 */
export function nextPlace(places: readonly string[], from: string, arrow: Arrow): string {
	const here = spotOf(from);
	const way = STEP[arrow];
	let best = { name: from, cost: Infinity };
	for (const name of places) {
		const { column, row } = spotOf(name);
		const [x, y] = [column - here.column, row - here.row];
		const ahead = x * way.column + y * way.row;
		const aside = Math.abs(x * way.row) + Math.abs(y * way.column);
		const cost = ahead + 2 * aside;
		if (ahead > 0 && cost < best.cost) best = { name, cost };
	}
	return best.name;
}

/** Returns the place whose center is nearest to a point (in squares); undefined if none is near. */
export function nearestPlace(
	places: readonly string[],
	x: number,
	y: number,
	reach = 0.8
): string | undefined {
	let best: { name?: string; far: number } = { far: reach };
	for (const name of places) {
		const { column, row } = spotOf(name);
		const far = Math.hypot(column + 1 - x, row + 1 - y);
		if (far < best.far) best = { name, far };
	}
	return best.name;
}
