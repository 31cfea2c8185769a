/** The play area as it is drawn: cards one over the other, squares by column and row. */

import type { LaidCard } from './protocol.ts';

export type Square = 'b' | 'w' | 'g' | 'o' | 'x';

export interface Spot {
	column: number;
	row: number;
}

/** A rectangle in squares; right and bottom are just outside. */
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

/** The four squares of a card at a place, clockwise from the upper left, with what its face shows there. */
export function squaresOf(face: string, { column, row }: Spot): (Spot & { shows: Square })[] {
	return CLOCKWISE.map(([x, y], index) => ({
		column: column + x,
		row: row + y,
		shows: face[index] as Square
	}));
}

/** What is seen on each square: the topmost card counts. */
export function visible(laid: readonly LaidCard[]): Map<string, Square> {
	const seen = new Map<string, Square>();
	for (const card of laid)
		for (const square of squaresOf(card.face, card)) seen.set(nameOf(square), square.shows);
	return seen;
}

/** The squares on which this is seen. */
export function showing(laid: readonly LaidCard[], square: Square): string[] {
	return [...visible(laid)].filter(([, shows]) => shows === square).map(([name]) => name);
}

/** The cards in the order in which they were laid. */
export function inOrder(laid: Record<string, LaidCard>): LaidCard[] {
	return Object.keys(laid)
		.sort((a, b) => Number(a) - Number(b))
		.map((number) => laid[number]!);
}

/** What must be in sight: all cards, and room for one more around them. */
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

/** The place next to `from` that way: straight ahead first, else the least aside. It stays where there is none. */
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

/** The place whose middle is nearest to a point (in squares), if it is near at all. */
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
