/** Spaces and colors of the view: a space is its color and number, "blue7". */

import type { Color } from './protocol.ts';

export type { Color };
export type Space = string;

export const COLORS: readonly Color[] = ['red', 'blue', 'yellow', 'green'];

export function spaceOf(color: Color, number: number): Space {
	return `${color}${number}`;
}

export function numberOf(space: Space): number {
	return Number(space.slice(-1));
}

export function colorOf(space: Space): Color {
	return space.slice(0, -1) as Color;
}
