/** Counts what everybody has seen of a round. */

import type { View } from './protocol.ts';
import { COLORS, numberOf, spaceOf, type Color } from './labels.ts';

export interface NumberSeen {
	number: number;
	spaces: number; // still free
	unseen: number; // copies neither played nor revealed
}

export interface ColorSeen {
	color: Color;
	spaces: number; // still free
	out: number[]; // seats that cannot play it any more
}

export function numbersSeen(view: View): NumberSeen[] {
	const seen = [...Object.keys(view.tokens).map(numberOf), ...(view.revealed ?? [])];
	return Array.from({ length: view.numbers }, (_, index) => index + 1).map((number) => ({
		number,
		spaces: COLORS.filter((color) => isFree(view, color, number)).length,
		unseen: view.copies - seen.filter((one) => one === number).length
	}));
}

export function colorsSeen(view: View): ColorSeen[] {
	return COLORS.map((color) => ({
		color,
		spaces: view.rows[color].filter((number) => isFree(view, color, number)).length,
		out: Object.keys(view.players)
			.map(Number)
			.filter((seat) => view.players[seat]!.lost.includes(color))
	}));
}

function isFree(view: View, color: Color, number: number): boolean {
	const space = spaceOf(color, number);
	return view.rows[color].includes(number) && !(space in view.tokens) && !view.blocked.includes(space);
}
