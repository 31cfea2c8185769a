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

/** Returns the nearest place where the bubble covers none of these boxes; undefined if there is none. */
function fittingPlace(target: Box, size: Size, window: Size, kept: readonly Box[]): Placement | undefined {
	const fitting = SIDES.map((side) => free(side, target, size, window, kept)).filter((place) => {
		const box = boxAt(place, size);
		return isInside(box, window) && kept.every((one) => overlapOf(box, one) === 0);
	});
	return cheapest(fitting, (place) => distance(place, target, size));
}

/** Returns the edge of the window where the bubble covers as little as possible of these boxes. */
function placeAtEdge(target: Box, size: Size, window: Size, kept: readonly Box[]): Placement {
	const { left } = beside('above', target, target, size, window);
	const edges: Placement[] = [
		{ left, top: EDGE, side: 'above' },
		{ left, top: window.height - size.height - EDGE, side: 'below' }
	];
	return cheapest(edges, (place) => kept.reduce((sum, box) => sum + overlapOf(boxAt(place, size), box), 0))!;
}

const cheapest = (
	places: readonly Placement[],
	costOf: (place: Placement) => number
): Placement | undefined =>
	places.length === 0
		? undefined
		: places.reduce((best, place) => (costOf(place) < costOf(best) ? place : best));

/**
 * Returns the nearest place for a bubble of this size where it covers neither its target nor these groups of boxes.
 * If there is none, the last groups may be covered; then it stands at an edge, where it covers little.
 */
export function placeBeside(
	target: Box,
	size: Size,
	window: Size,
	clear: readonly (readonly Box[])[]
): Placement {
	for (let groups = clear.length; groups > 0; groups--) {
		const place = fittingPlace(target, size, window, [target, ...clear.slice(0, groups).flat()]);
		if (place) return place;
	}
	return placeAtEdge(target, size, window, [target, ...(clear[0] ?? [])]);
}
