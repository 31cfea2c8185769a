/** A cat's head as SVG in a 48 × 48 view box. */

import { untilAnswered } from '#lib/api.ts';
import { INK, type CatDrawing, type CatName, type Mood } from './cats.ts';
import drawingsUrl from './cat-drawings.json?url';

const RIM = '#fbf5e7'; // a rim that separates the head from any background

/** The places that draw heads as images, each at one size. */
export type Place = 'board' | 'summary' | 'log';

const pictures: Record<string, HTMLImageElement> = {};

let drawings = $state.raw<Record<CatName, CatDrawing>>(); // loaded beside the page, which needs no cat to work
if (!import.meta.env.SSR) void untilAnswered(loadDrawings, () => undefined);

async function loadDrawings(): Promise<void> {
	const response = await fetch(drawingsUrl);
	if (response.status === 404) return; // gone with its version of the client
	if (!response.ok) throw new Error(response.statusText);
	drawings = (await response.json()) as Record<CatName, CatDrawing>;
}

/** Returns the markup of a cat's head for another drawing; empty while it is loading. */
export function headOf(cat: CatName, mood: Mood = 'awake'): string {
	if (!drawings) return '';
	const { outline, fur, patches, strokes, eyes, nose } = drawings[cat];
	return [
		line(outline, RIM, 4.4),
		shape(outline, fur),
		...patches.map(({ d, fill }) => shape(d, fill)),
		...strokes.map(({ d, ink, width }) => line(d, ink, width)),
		line(outline, INK, 1.7),
		eye(eyes, 24 - eyes.x, mood),
		eye(eyes, 24 + eyes.x, mood),
		shape(`M22 ${nose.y}q2-.9 4 0-.4 2-2 2.6-1.6-.6-2-2.6Z`, nose.color),
		mouth(nose, mood)
	].join('');
}

/**
 * Returns the URL of a head's image and keeps the image loaded, so that it is painted without delay; undefined
 * while the drawing is loading. Browsers rasterize an SVG image again when its size changes, so each place has
 * images of its own.
 */
export function pictureOf(cat: CatName, place: Place): string | undefined {
	const head = headOf(cat);
	return head ? (pictures[place + cat] ??= loaded(head, place)).src : undefined;
}

function loaded(head: string, place: Place): HTMLImageElement {
	const svg = `<svg id="${place}" xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 50 50">${head}</svg>`; // rims extend beyond the view box
	return Object.assign(new Image(), { src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
}

function eye({ y, rx, ry, iris, line: ink }: CatDrawing['eyes'], x: number, mood: Mood): string {
	if (mood === 'won') return line(`M${x - 3} ${y + 1.4}q3-4.6 6 0`, ink, 1.9);
	if (mood === 'asleep') return line(`M${x - 3} ${y}q3 3.4 6 0`, ink, 1.7);
	const shocked = mood === 'shocked';
	const wide = shocked ? 1.25 : 1;
	const [atX, atY] = mood === 'thinking' ? [x + 1.1, y - 1.2] : [x, y + 0.3]; // direction of the eyes
	return [
		oval(x, y, rx * wide, ry * wide, shocked ? '#fffdf4' : iris, `stroke="${INK}" stroke-width="0.9"`),
		oval(atX, atY, shocked ? 0.9 : 1.15, shocked ? 0.9 : 2.3, INK),
		oval(atX + 0.9, atY - 1.1, 0.75, 0.75, '#fff')
	].join('');
}

function mouth({ y, mouth: ink }: CatDrawing['nose'], mood: Mood): string {
	if (mood === 'shocked') return oval(24, y + 5.6, 1.9, 2.4, ink);
	return line(`M24 ${y + 2.4}v1.4q-.4 2.2-3.6 1.6M24 ${y + 3.8}q.4 2.2 3.6 1.6`, ink, 1.2);
}

const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

const line = (d: string, ink: string, width: number): string =>
	`<path d="${d}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;

const oval = (cx: number, cy: number, rx: number, ry: number, fill: string, rim = ''): string =>
	`<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" ${rim}/>`;
