/** Labels of the game in the reader's language. */

import { formatRow } from '#lib/list-format.ts';
import { m } from '#messages';
import type { Square } from './area.ts';

export type Color = 'black' | 'white' | 'gray' | 'orange';

export const COLORS: readonly Color[] = ['black', 'white', 'gray', 'orange'];

export const LETTER: Record<Color, Square> = { black: 'b', white: 'w', gray: 'g', orange: 'o' };

const SQUARE_NAMES: Record<Square, () => string> = {
	b: m.lite_black,
	w: m.lite_white,
	g: m.lite_gray,
	o: m.lite_orange,
	x: m.lite_box
};

export const colorName = (color: Color): string => SQUARE_NAMES[LETTER[color]]();

const shown = (square: string): string => SQUARE_NAMES[square as Square]();

/** The squares of a face in reading order: upper row, then lower row. */
export function faceWords(face: string): string {
	const [a, b, d, c] = [...face].map(shown);
	return m.lite_face({ a: a!, b: b!, c: c!, d: d! });
}

/** The labels of covered squares. */
export const coverWords = (covers: string): string => formatRow([...covers].map(shown));
