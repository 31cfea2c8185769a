import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ResultReveal, order } from '#games/cat-box-lite/result-reveal.svelte.ts';
import type { Result } from '#games/cat-box-lite/protocol.ts';

const squares = (count: number): string[] => Array.from({ length: count }, (_, column) => `${column},0`);
const color = (cats: number, group: number) => ({ cats, group: squares(group), points: cats + group });

/** L14. */
const RESULT: Result = {
	identities: ['white', 'gray'],
	colors: { black: color(10, 3), white: color(11, 4), gray: color(12, 2), orange: color(10, 4) },
	scores: [15, 14],
	winners: [0]
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('L12, L14: first the colors that seats hold, then those that are for show', () => {
	expect(order(RESULT).map(({ color, seat, points }) => [color, seat, points])).toEqual([
		['white', 0, 15],
		['gray', 1, 14],
		['black', undefined, 13],
		['orange', undefined, 14]
	]);
});

it('counts cats, then the group: at no moment is there a wrong sum to read', () => {
	const ending = new ResultReveal(RESULT, true);
	const stop = ending.start();
	const sums: [string, number][] = [];
	for (let tick = 0; ending.counted && tick < 1_000; tick += 1) {
		const { color, cats, group, points } = ending.counted;
		expect(cats + group).toBe(points);
		if (group > 0) expect(cats).toBe(RESULT.colors[color]!.cats);
		if (sums.at(-1)?.[0] !== color) sums.push([color, 0]);
		sums.at(-1)![1] = points;
		vi.advanceTimersByTime(10);
	}
	expect(sums).toEqual([
		['white', 15],
		['gray', 14],
		['black', 13],
		['orange', 14]
	]);
	expect(vi.getTimerCount()).toBe(0);
	stop();
});

it('is over at once without motion, and when the reader skips it', () => {
	expect(new ResultReveal(RESULT, false).counted).toBeUndefined();
	const ending = new ResultReveal(RESULT, true);
	ending.start();
	ending.finish();
	expect(ending.counted).toBeUndefined();
	expect(vi.getTimerCount()).toBe(0);
});
