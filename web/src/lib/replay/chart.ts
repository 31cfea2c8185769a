/** The geometry of a line chart. */

export const SHEET = { width: 340, height: 156, left: 26, right: 48, top: 10, bottom: 24 };
export const HEAD = 20; // room for the cat at the end of a line

/** The style of each seat's line: a tint and dashes. */
export const STROKES = [
	{ color: '#e8a052', dash: '' },
	{ color: '#7accff', dash: '7 3' },
	{ color: '#b9a6ff', dash: '2 3' },
	{ color: '#8fe3c4', dash: '10 3 2 3' },
	{ color: '#ff9fb2', dash: '5 5' }
] as const;

export type Series = readonly (number | undefined)[];

interface Point {
	x: number;
	y: number;
}

interface Line {
	seat: number;
	points: Point[];
	head: number; // vertical position of its cat
}

export interface Plot {
	lines: Line[];
	ticks: { value: number; y: number }[];
	xs: number[]; // positions of the labels
}

/** Computes the lines of the series. Unknown values are left out. */
export function plot(series: readonly Series[], labels: number): Plot {
	const values = series.flat().filter((value) => value !== undefined);
	const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
	const { width, height, left, right, top, bottom } = SHEET;
	const xOf = (index: number) => left + ((width - left - right) * index) / Math.max(1, labels - 1);
	const yOf = (value: number) => top + ((height - top - bottom) * (high - value)) / (high - low);
	const lines = series.map((values, seat) => {
		const points = values.flatMap((value, index) =>
			value === undefined ? [] : [{ x: xOf(index), y: yOf(value) }]
		);
		return { seat, points, head: points.at(-1)?.y ?? 0 };
	});
	return {
		lines: apart(lines.filter(({ points }) => points.length > 0)),
		ticks: ticksOf(low, high).map((value) => ({ value, y: yOf(value) })),
		xs: Array.from({ length: labels }, (_, index) => xOf(index))
	};
}

/** Separates cats that would overlap. */
function apart(lines: Line[]): Line[] {
	const lowest = SHEET.height - SHEET.bottom;
	const sorted = lines.toSorted((a, b) => a.head - b.head);
	for (const [index, line] of sorted.entries()) {
		line.head = Math.max(line.head, (sorted[index - 1]?.head ?? 0) + HEAD);
	}
	const over = Math.max(0, (sorted.at(-1)?.head ?? 0) - lowest);
	for (const line of sorted) line.head -= over;
	return lines;
}

/** Returns at most five integer ticks from low to high. */
function ticksOf(low: number, high: number): number[] {
	const step = [1, 2, 5, 10, 20, 50, 100].find((step) => (high - low) / step <= 4) ?? 200;
	const first = Math.ceil(low / step);
	return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step);
}
