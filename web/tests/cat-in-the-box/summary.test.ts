import { expect, it } from 'vitest';
import type { ResultView, RoundSummary, SeatScore } from '#games/cat-in-the-box/protocol.ts';
import { ranking, tieBroken } from '#games/cat-in-the-box/result.ts';
import { amount, signed } from '#lib/points.ts';
import { summaryClose } from '#games/cat-in-the-box/summary-sentences.ts';
import { stepsOf, totalsAfter } from '#games/cat-in-the-box/summary.ts';

function score(won: number, tricks: number, bonus: number, bid?: number): SeatScore {
	return { won, trick_points: tricks, bonus, points: tricks + bonus, group: ['blue1', 'blue2'], bid };
}

const summary: RoundSummary = {
	seats: { 0: score(2, 2, 2, 2), 1: score(3, 3, 0, 1), 2: score(1, -1, 0, 1) },
	tokens: {},
	blocked: [],
	paradox: { seat: 2, hand: [4] }
};

it('explains tricks, bonus and sum', () => {
	expect(stepsOf(summary, 0)).toEqual([
		{ kind: 'tricks', won: 2, points: 2, paradox: false },
		{ kind: 'bonus', bid: 2, group: ['blue1', 'blue2'], points: 2 },
		{ kind: 'sum', points: 4 }
	]);
	expect(stepsOf(summary, 1)[1]).toEqual({ kind: 'no_bonus', why: 'bid', bid: 1, won: 3 });
	expect(stepsOf(summary, 2)[1]).toMatchObject({ kind: 'no_bonus', why: 'paradox' });
	expect(stepsOf(summary, 2)[0]).toMatchObject({ points: -1, paradox: true });
});

it('adds up the rounds up to one', () => {
	expect(totalsAfter({ 0: summary, 1: summary }, 1, 3)).toEqual([4, 3, -1]);
	expect(totalsAfter({ 0: summary, 1: summary }, 2, 3)).toEqual([8, 6, -2]);
});

it('says where closing a summary leads, also when the game ended meanwhile', () => {
	const result = { scores: [5, 9, 9], winners: [2], places: [3, 2, 1] };
	const scored = { 0: summary, 1: summary };
	expect(summaryClose({ scored: { 0: summary } }, 0)).toBe('Go to round 2');
	expect(summaryClose({ scored, result }, 0)).toBe('Go to round 2');
	expect(summaryClose({ scored, result }, 1)).toBe('See the result');
});

it('writes points as people do', () => {
	expect([3, 0, -2].map(signed)).toEqual(['+3', '0', '−2']);
	expect([3, 0, -2].map(amount)).toEqual(['3', '0', '−2']);
});

it('orders the end by places, also of seats with equal totals', () => {
	const result = { scores: [5, 9, 9, 5, 5], winners: [2], places: [4, 2, 1, 3, 4] };
	expect(ranking(result)).toEqual([
		{ seat: 2, place: 1 },
		{ seat: 1, place: 2 },
		{ seat: 3, place: 3 },
		{ seat: 0, place: 4 },
		{ seat: 4, place: 4 }
	]);
	const before = { scores: [5, 9, 9], winners: [2] } as ResultView; // of a server of the previous version
	expect(ranking(before).map(({ seat }) => seat)).toEqual([2, 0, 1]);
	expect(tieBroken(result)).toBe(true);
	expect(tieBroken({ scores: [5, 9], winners: [1], places: [2, 1] })).toBe(false);
});
