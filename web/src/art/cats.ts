/** The cats of the first five seats, drawn in a 48 × 48 view box. All cats differ in outline first, then in pattern and tint. */

type FirstCatName = 'tabby' | 'siamese' | 'tuxedo' | 'calico' | 'sphynx';
/** Cats of further seats, drawn in further-cats.ts. */
export type FurtherCatName = 'fold' | 'lynx' | 'persian' | 'bombay' | 'lion' | 'rex' | 'sailor';
export type CatName = FirstCatName | FurtherCatName;
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
const PINK = '#e08a86';

export const CATS: Record<FirstCatName, CatDrawing> = {
	tabby: {
		outline:
			'M9.4 21.5 8.2 6.8Q8.3 4.4 10.6 5.6L19 11.2Q24 9.9 29 11.1L37.5 5.5Q39.8 4.4 39.9 6.8L38.7 21.4Q41.6 25.2 45.2 28.4L41.2 29.8 43.4 33.8 38.6 34.4Q33.4 42.6 24 42.6 14.7 42.6 9.5 34.5L4.7 33.9 6.9 29.9 2.9 28.5Q6.5 25.3 9.4 21.5Z',
		fur: '#e8a052',
		patches: [
			{ d: 'M11.4 9.6 11.9 17.2 16.6 12.8ZM36.7 9.5 36.2 17.1 31.5 12.7Z', fill: '#f6cf9d' },
			{
				d: 'M24 29Q31.5 28.6 32.4 34.2 30.6 40.6 24 40.8 17.4 40.6 15.6 34.2 16.5 28.6 24 29Z',
				fill: '#f9e3c2'
			}
		],
		strokes: [
			{ d: 'M24 11.4V18M19.3 12.2 20.5 17.6M28.7 12.1 27.5 17.5', ink: '#8a4a1c', width: 2.2 },
			{
				d: 'M7.8 26.4 12.8 27.4M8.8 31 13.4 30.4M40.2 26.3 35.2 27.3M39.2 30.9 34.6 30.3',
				ink: '#8a4a1c',
				width: 1.9
			}
		],
		eyes: { x: 7.6, y: 23.4, rx: 3, ry: 3.5, iris: '#cfe07a', line: INK },
		nose: { y: 30, color: '#c9605f', mouth: INK }
	},
	siamese: {
		outline:
			'M9.9 20.6 3.2 5.6Q2.6 2.9 5.3 3.6L19.2 11.2Q24 10.2 28.8 11.1L42.6 3.5Q45.4 2.9 44.8 5.6L38.1 20.5Q40.8 28 36 34.2 31.2 42.6 24 42.6 16.8 42.6 12 34.3 7.2 28.1 9.9 20.6Z',
		fur: '#f1e5cf',
		patches: [
			{
				d: 'M10 20.4 3.4 5.2Q3 3.2 5.3 3.8L18.7 11.3Q12.6 14.4 10 20.4ZM38 20.3 44.6 5.2Q45 3.2 42.6 3.7L29.3 11.2Q35.4 14.3 38 20.3Z',
				fill: '#5c4534'
			},
			{
				d: 'M24 19.4Q28.2 16.8 33.2 19.6 37.6 23.8 35.8 28.8 32.2 32 31.4 36.6 28.4 41.4 24 41.6 19.6 41.4 16.6 36.6 15.8 32 12.2 28.8 10.4 23.8 14.8 19.6 19.8 16.8 24 19.4Z',
				fill: '#6b503c'
			}
		],
		strokes: [],
		eyes: { x: 7.2, y: 24.4, rx: 3.5, ry: 2.9, iris: '#7accff', line: '#fbf5e7' },
		nose: { y: 31, color: '#2b1e17', mouth: '#1f1611' }
	},
	tuxedo: {
		outline:
			'M9.6 17.6 10.4 6.9Q11 4.7 13 5.9L19.3 10.2Q24 9.2 28.7 10.1L35 5.8Q37 4.7 37.6 6.9L38.4 17.5Q41.8 22 41 27.4 39.2 36.4 29.6 38.2L36.4 36.2Q38.4 35.8 38.4 37.8V44Q38.4 46 36.4 45.4L27 42.8Q24 44.4 21 42.8L11.6 45.5Q9.6 46 9.6 44V37.8Q9.6 35.8 11.6 36.3L18.4 38.3Q8.8 36.5 7 27.5 6.2 22.1 9.6 17.6Z',
		fur: '#333a52',
		patches: [
			{ d: 'M12.8 8.8 12.4 15 17 11.6ZM35.2 8.7 35.6 14.9 31 11.5Z', fill: '#6b6f8c' },
			{
				d: 'M24 14.6Q25.6 21.4 29.4 26 34.4 31.4 31.2 36.6 28 38.4 24 38.4 20 38.4 16.8 36.6 13.6 31.4 18.6 26 22.4 21.4 24 14.6Z',
				fill: '#fbf6ea'
			},
			{
				d: 'M21 40 11.4 37Q10.4 37 10.4 38V43.8Q10.4 44.9 11.4 44.7L21 42ZM27 40 36.6 36.9Q37.6 36.9 37.6 38V43.8Q37.6 44.9 36.6 44.6L27 42Z',
				fill: '#f0e2e0'
			},
			{ d: 'M20.8 39.4Q24 37.6 27.2 39.4V42.4Q24 44 20.8 42.4Z', fill: '#cfb6bd' }
		],
		strokes: [],
		eyes: { x: 7.8, y: 22.6, rx: 3, ry: 3.6, iris: '#ffd35c', line: '#fbf6ea' },
		nose: { y: 29, color: PINK, mouth: INK }
	},
	calico: {
		outline:
			'M8.6 20.6 8.4 6.6Q8.6 4.2 10.8 5.4L19.2 11.4Q24 10.2 28 11L31.6 7.8Q34 6 37.4 8.2 41.6 11 42.6 16.2 42.6 18.4 40.4 18.2L39.4 18Q41.8 23 41.6 28 40.4 41.8 24 42.2 7.4 41.8 6.4 28 6.6 24 8.6 20.6Z',
		fur: '#faf3e6',
		patches: [
			{
				d: 'M8.8 20.4 8.6 6.8Q8.8 4.8 10.8 5.7L19.2 11.5Q21.8 11 23.4 11.2 23.6 19 18.8 25.4 12.6 29.6 6.6 27 6.6 24 8.8 20.4Z',
				fill: '#d8773a'
			},
			{
				d: 'M28 11.1 31.6 8Q34 6.3 37.3 8.5 41.4 11.3 42.3 16.2 42.3 18 40.4 17.9L36.2 16.4Q31.6 14.6 28 11.1Z',
				fill: '#3b3437'
			},
			{ d: 'M32.8 41Q32 35.2 36 32.4 39 31 41.4 30 40.2 38.4 32.8 41Z', fill: '#3b3437' }
		],
		strokes: [{ d: 'M29 11.6Q33 15.4 39.6 17.9', ink: INK, width: 1.5 }],
		eyes: { x: 7.8, y: 24.2, rx: 3, ry: 3.5, iris: '#8fd0a0', line: INK },
		nose: { y: 30.4, color: PINK, mouth: INK }
	},
	sphynx: {
		outline:
			'M13.6 23.4Q4.6 17 1.4 4.6 1 1.8 3.8 2.4 14.4 5.2 19.4 14.2 24 12.8 28.7 14.1 33.6 5.1 44.2 2.3 47 1.8 46.6 4.6 43.4 17 34.4 23.3 36 28.4 33.2 33.4 30.8 43.2 24 43.2 17.2 43.2 14.8 33.5 12 28.5 13.6 23.4Z',
		fur: '#e6b5a6',
		patches: [
			{
				d: 'M4.4 5.4Q12.4 8 16.6 15.8 14.6 17.2 14 20 7.4 14.6 4.4 5.4ZM43.6 5.3Q35.6 7.9 31.4 15.7 33.4 17.1 34 19.9 40.6 14.5 43.6 5.3Z',
				fill: '#c47a76'
			}
		],
		strokes: [
			{ d: 'M20 16.2Q24 18.2 28 16.1M20.8 18.9Q24 20.4 27.2 18.8', ink: '#a9685f', width: 1.3 },
			{ d: 'M17.4 35Q18.4 37.6 20.4 39.2M30.6 34.9Q29.6 37.5 27.6 39.1', ink: '#a9685f', width: 1.1 }
		],
		eyes: { x: 5.8, y: 26, rx: 3.5, ry: 3.5, iris: '#a9e08f', line: INK },
		nose: { y: 33, color: '#b5605f', mouth: '#7c4640' }
	}
};

export const CAT_NAMES = Object.keys(CATS) as FirstCatName[];
const ALL_NAMES = [
	...CAT_NAMES,
	...(['fold', 'lynx', 'persian', 'bombay', 'lion', 'rex', 'sailor'] satisfies FurtherCatName[])
];

/** The cat of a seat, the same at every table. */
export function catOf(seat: number): CatName {
	return ALL_NAMES[seat % ALL_NAMES.length]!;
}
