import { expect, it } from 'vitest';
import { standings } from '#games/braincat/standings.ts';

it('puts seats that left after all others, whatever they scored', () => {
	const result = { scores: [30, 12, 20, 12], winners: [2], abandoned: false };
	expect(standings(result, { in_play: [1, 2, 3] })).toEqual([2, 1, 3, 0]);
});
