import { expect, test } from 'vitest';
import { barsOf, hasFriends } from '#lib/daily/distribution.ts';
import { durationName } from '#lib/daily/day-format.ts';
import type { DailyDeal, DailyTry } from '#lib/protocol.ts';

const results = (scores: [number, number][], guests: [number, number][] = []) => ({
	scores: scores.map(([score, players]) => ({ score, players })),
	guest_scores: guests.map(([score, players]) => ({ score, players })),
	best: [],
	friends: []
});

test('each score has a bar, the highest first, with guests', () => {
	expect(
		barsOf(
			results(
				[
					[3, 1],
					[5, 2]
				],
				[[5, 1]]
			),
			5
		)
	).toEqual([
		{ low: 5, high: 5, players: 3, own: true },
		{ low: 4, high: 4, players: 0, own: false },
		{ low: 3, high: 3, players: 1, own: false }
	]);
});

test('many scores are grouped, and none is lost', () => {
	const bars = barsOf(results(Array.from({ length: 41 }, (_, at) => [at - 10, 1])));
	expect(bars.length).toBeLessThanOrEqual(12);
	expect(bars.reduce((sum, { players }) => sum + players, 0)).toBe(41);
	expect([bars[0]!.high, bars.at(-1)!.low]).toEqual([30, -10]);
	expect(bars.some(({ own }) => own)).toBe(false);
});

test('the result of a single friend is shown to a reader without a ranked one', () => {
	const friends = (mine: Partial<DailyTry> | undefined, ...names: string[]) =>
		({ mine, results: { ...results([]), friends: names.map((name) => ({ name })) } }) as unknown as DailyDeal;
	expect(hasFriends(friends(undefined, 'Bo'))).toBe(true);
	expect(hasFriends(friends({ score: 3 }, 'Bo'))).toBe(true);
	expect(hasFriends(friends({ score: 3, place: 1 }, 'Ada'))).toBe(false);
	expect(hasFriends(friends({ score: 3, place: 1 }, 'Ada', 'Bo'))).toBe(true);
	expect(hasFriends(friends(undefined))).toBe(false);
});

test('nobody has a score', () => {
	expect(barsOf(results([]))).toEqual([]);
});

test('the time until the next deals has hours and minutes', () => {
	expect(durationName((3 * 60 + 5) * 60_000, 'en')).toBe('3 hr 5 min');
	expect(durationName(30_000, 'en')).toBe('1 min');
	expect(durationName((18 * 60 + 3) * 60_000, 'ja')).toBe('18時間3分');
	expect(durationName(2 * 3_600_000 - 1, 'en')).toBe('2 hr 0 min');
});
