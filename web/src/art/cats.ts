/**
 * The cats' names and the form of their drawings, which are data that pages load (cat-drawings.json). All cats differ in
 * outline first, then in pattern and tint.
 */

/** The cats that pictures of our own show. */
export const CAT_NAMES = ['tabby', 'siamese', 'tuxedo', 'calico', 'sphynx'] as const;
export const ALL_CATS = [
	...CAT_NAMES,
	...(['fold', 'lynx', 'persian', 'bombay', 'lion', 'rex', 'sailor'] as const)
] as const;
export type CatName = (typeof ALL_CATS)[number];
export type Mood = 'awake' | 'thinking' | 'won' | 'shocked' | 'asleep';

interface Patch {
	d: string;
	fill: string;
}

interface Stroke {
	d: string;
	ink: string;
	width: number;
}

export interface CatDrawing {
	outline: string; // head with ears, closed
	fur: string;
	patches: Patch[]; // drawn between fur and outline
	strokes: Stroke[]; // stripes, wrinkles, whiskers
	eyes: { x: number; y: number; rx: number; ry: number; iris: string; line: string }; // x: distance from the center
	nose: { y: number; color: string; mouth: string };
}

export const INK = '#141a30';
