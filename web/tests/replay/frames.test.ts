import { describe, expect, it } from 'vitest';
import { framesOf, viewFrom } from '#lib/replay/frames.ts';
import { landmarksOf, previousOf, nextOf } from '#lib/replay/landmarks.ts';
import { document } from './document.ts';

const frames = framesOf(document());

describe('the positions of a game', () => {
	it('are one more than the moves', () => {
		expect(frames.map(({ ply }) => ply)).toEqual([0, 1, 2, 3, 4]);
		expect(frames[0]!.step).toBeUndefined();
		expect(frames[2]!.step!.by).toBe('caretaker');
	});

	it('follow from the patches, public and own', () => {
		expect(frames[2]!.view.tokens).toEqual({ blue4: 0 });
		expect(frames[3]!.view.tokens).toEqual({});
		expect(frames[2]!.own[0]).toEqual({ hand: [7], aside: 1 });
		expect(frames[1]!.own[1]).toEqual({ hand: [2, 2, 5] });
	});

	it('share what a move did not touch', () => {
		expect(frames[4]!.view.rows).toBe(frames[0]!.view.rows);
		expect(frames[3]!.own[0]).toBe(frames[2]!.own[0]);
	});

	it('are seen by a seat with its own hand, by others without', () => {
		expect(viewFrom(frames[1]!, 0)).toMatchObject({ hand: [4, 7], phase: 'play' });
		expect(viewFrom(frames[1]!, 'spectator').hand).toBeUndefined();
		expect(viewFrom(frames[1]!, 'open').legal).toBeUndefined();
	});
});

describe('landmarks', () => {
	const found = landmarksOf(document(), { round_opened: 'round', trick_won: 'trick' });

	it('are found by kind', () => {
		expect(found).toEqual({ round: [0, 3], trick: [2], paradox: [] });
	});

	it('lead on and back, at last to the ends', () => {
		expect(nextOf(found.round, 0, 4)).toBe(3);
		expect(nextOf(found.round, 3, 4)).toBe(4);
		expect(previousOf(found.round, 3)).toBe(0);
		expect(previousOf(found.trick, 2)).toBe(0);
	});
});
