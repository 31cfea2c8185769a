/** Where a bubble stands that points at something: beside it, and not over what must stay visible. */

export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

type Side = 'above' | 'below' | 'before' | 'after';

export interface Placement {
	left: number;
	top: number;
	side: Side; // of the target
}

interface Size {
	width: number;
	height: number;
}

const GAP = 7; // pixels between the bubble and what it stands beside
const EDGE = 4; // pixels between the bubble and the edge of the window

const SIDES: readonly Side[] = ['below', 'above', 'after', 'before'];

const boxAt = ({ left, top }: { left: number; top: number }, { width, height }: Size): Box => ({
	left,
	top,
	right: left + width,
	bottom: top + height
});

/** Returns the smallest box around all of these; undefined if there are none. */
export const boxAround = (boxes: readonly Box[]): Box | undefined =>
	boxes.length === 0
		? undefined
		: {
				left: Math.min(...boxes.map((box) => box.left)),
				top: Math.min(...boxes.map((box) => box.top)),
				right: Math.max(...boxes.map((box) => box.right)),
				bottom: Math.max(...boxes.map((box) => box.bottom))
			};

/** Whether a box has a height; that of an element that is scrolled away has none. */
export const isInSight = ({ top, bottom }: Box): boolean => top < bottom;

const overlapOf = (a: Box, b: Box): number =>
	Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
	Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

export const overlap = (a: Box, b: Box): boolean => overlapOf(a, b) > 0;

const clamp = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most));

/** Returns the bubble on one side of a box, aligned with the target. */
function beside(side: Side, box: Box, target: Box, size: Size, window: Size): Placement {
	const center = {
		left: clamp((target.left + target.right - size.width) / 2, window.width - size.width - EDGE),
		top: clamp((target.top + target.bottom - size.height) / 2, window.height - size.height - EDGE)
	};
	switch (side) {
		case 'below':
			return { ...center, top: box.bottom + GAP, side };
		case 'above':
			return { ...center, top: box.top - GAP - size.height, side };
		case 'after':
			return { ...center, left: box.right + GAP, side };
		case 'before':
			return { ...center, left: box.left - GAP - size.width, side };
	}
}

/** Moves the bubble away from the target until it is over none of these boxes. */
function free(side: Side, target: Box, size: Size, window: Size, clear: readonly Box[]): Placement {
	let place = beside(side, target, target, size, window);
	for (let tries = clear.length; tries > 0; tries--) {
		const hidden = clear.find((box) => overlapOf(boxAt(place, size), box) > 0);
		if (!hidden) break;
		place = beside(side, hidden, target, size, window);
	}
	return place;
}

const isInside = ({ left, top, right, bottom }: Box, window: Size): boolean =>
	left >= EDGE && top >= EDGE && right <= window.width - EDGE && bottom <= window.height - EDGE;

function distance(place: Placement, target: Box, size: Size): number {
	const box = boxAt(place, size);
	const across = Math.max(target.left - box.right, box.left - target.right, 0);
	return across + Math.max(target.top - box.bottom, box.top - target.bottom, 0);
}

/** Whether the bubble stands next to its target, and not elsewhere because of what must stay visible. */
export const isBeside = (place: Placement, target: Box, size: Size): boolean =>
	distance(place, target, size) <= GAP;

/** Returns the places inside the window that are on each side of the target and over none of these boxes. */
const placesAround = (target: Box, size: Size, window: Size, kept: readonly Box[]): Placement[] =>
	SIDES.map((side) => free(side, target, size, window, kept)).filter((place) =>
		isInside(boxAt(place, size), window)
	);

/** Returns the places at the upper and the lower edge of the window. */
function placesAtEdges(target: Box, size: Size, window: Size): Placement[] {
	const { left } = beside('above', target, target, size, window);
	return [
		{ left, top: EDGE, side: 'above' },
		{ left, top: window.height - size.height - EDGE, side: 'below' }
	];
}

/** Returns how much of each group the bubble covers, and how far from its target it is. */
const costsOf = (
	place: Placement,
	target: Box,
	size: Size,
	groups: readonly (readonly Box[])[]
): number[] => [
	...groups.map((boxes) => boxes.reduce((sum, box) => sum + overlapOf(boxAt(place, size), box), 0)),
	distance(place, target, size)
];

/** Whether the first cost that differs is smaller. */
function isCheaper(costs: readonly number[], than: readonly number[]): boolean {
	const at = costs.findIndex((cost, index) => cost !== than[index]);
	return at >= 0 && costs[at]! < than[at]!;
}

/**
 * Returns the nearest place for a bubble of this size where it covers neither its target nor these groups of boxes.
 * If there is none, it covers as little as possible, of the first groups least.
 */
export function placeBeside(
	target: Box,
	size: Size,
	window: Size,
	clear: readonly (readonly Box[])[]
): Placement {
	const groups = clear.map((boxes, index) => (index === 0 ? [target, ...boxes] : boxes));
	const places = groups.flatMap((_, last) =>
		placesAround(target, size, window, groups.slice(0, last + 1).flat())
	);
	const costs = new Map(
		[...places, ...placesAtEdges(target, size, window)].map((place) => [
			place,
			costsOf(place, target, size, groups)
		])
	);
	return [...costs.keys()].reduce((best, place) =>
		isCheaper(costs.get(place)!, costs.get(best)!) ? place : best
	);
}
