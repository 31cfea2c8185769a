import { describe, expect, it } from 'vitest';
import { declarationsBySeat, scoresBySeat } from '#games/cat-in-the-box/replay/chart-data.ts';
import { declarationAt, moveSentence, roundOf } from '#games/cat-in-the-box/replay/position-facts.ts';
import { framesOf } from '#lib/replay/frames.ts';
import { position } from '../cat-in-the-box/view.ts';
import { document } from './document.ts';

const frames = framesOf(document());
const COMPANY = { names: ['Ada', 'Bo'], me: undefined };

describe('a declaration', () => {
	it('comes with what else was legal, and its consequence', () => {
		const { seat, options } = declarationAt(frames[2]!, frames[1])!;
		expect(seat).toBe(0);
		expect(options.map(({ space, taken }) => [space, taken])).toEqual([
			['blue4', true],
			['red7', false]
		]);
		expect(options[1]!.consequence).toEqual({ keeps: { 4: 1 }, loses: 'blue' });
	});

	it('of another seat has nothing to show to eyes that do not see it', () => {
		const mine = framesOf(
			document({
				start: { ...document().start, own: { 1: { hand: [2] } } },
				steps: document().steps.map((step) => ({ ...step, own: {} }))
			})
		);
		expect(declarationAt(mine[2]!, mine[1])).toBeUndefined();
	});

	it('is the only move that has it', () => {
		expect(declarationAt(frames[1]!, frames[0])).toBeUndefined();
		expect(declarationAt(frames[0]!, undefined)).toBeUndefined();
	});
});

describe('the last move of a round', () => {
	it('belongs to the round it ended', () => {
		expect(frames[3]!.view.round).toBe(1);
		expect(roundOf(frames[3]!)).toBe(0);
		expect(roundOf(frames[4]!)).toBe(1);
	});

	it('is told without what it set off', () => {
		expect(moveSentence(frames[3]!, COMPANY)).toMatch(/Paradox.* Bo/);
		expect(moveSentence(frames[3]!, COMPANY)).not.toMatch(/Round/);
		expect(moveSentence(frames[0]!, COMPANY)).toMatch(/Round 1/);
	});
});

it('the road to a paradox ends at nought', () => {
	const roads = declarationsBySeat(frames, 0);
	expect(roads[0]![0]).toBe(2);
	expect(roads[1]![0]).toBe(0);
	expect(
		declarationsBySeat(frames, 1)
			.flat()
			.every((count) => count === undefined)
	).toBe(true);
});

it('scores begin at nought and grow by rounds', () => {
	const seat = (points: number) => ({ won: 0, trick_points: points, bonus: 0, points, group: [] });
	const scored = {
		0: { seats: { 0: seat(3), 1: seat(-1) }, tokens: {}, blocked: [] },
		1: { seats: { 0: seat(2), 1: seat(4) }, tokens: {}, blocked: [] }
	};
	expect(scoresBySeat({ ...frames[0]!, view: position({ seats: 2, scored }) })).toEqual([
		[0, 3, 5],
		[0, -1, 3]
	]);
});
