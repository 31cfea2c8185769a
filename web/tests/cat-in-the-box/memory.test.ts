import { expect, it } from 'vitest';
import { colorsSeen, numbersSeen } from '#games/cat-in-the-box/memory.ts';
import { position } from './view.ts';

const PLAYER = position().players[0]!;
const view = position({
	tokens: { blue6: 1, red6: 0, yellow2: 3, green2: 2 },
	blocked: ['red9', 'blue9', 'yellow9', 'green9', 'blue2'],
	revealed: [6, 3, 3],
	players: { 0: PLAYER, 1: { ...PLAYER, lost: ['blue', 'red'] }, 2: PLAYER, 3: { ...PLAYER, lost: ['blue'] } }
});

it('counts the spaces and the copies of each number', () => {
	expect(numbersSeen(view).map(({ spaces }) => spaces)).toEqual([4, 1, 4, 4, 4, 2, 4, 4]);
	expect(numbersSeen(view).map(({ unseen }) => unseen)).toEqual([5, 3, 3, 5, 5, 2, 5, 5]);
});

it('counts the spaces of each color and says who is out of it', () => {
	expect(colorsSeen(view)).toEqual([
		{ color: 'red', spaces: 7, out: [1] },
		{ color: 'blue', spaces: 6, out: [1, 3] },
		{ color: 'yellow', spaces: 7, out: [] },
		{ color: 'green', spaces: 7, out: [] }
	]);
});

it('is the same for all: nobody’s own cards count', () => {
	const { hand: _, ...onlookers } = view;
	const other = { ...view, hand: [2, 2, 6], aside: 6 };
	expect([numbersSeen(onlookers), colorsSeen(onlookers)]).toEqual([numbersSeen(other), colorsSeen(other)]);
});
