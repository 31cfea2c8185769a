/** A position of four seats in the view of seat 0; tests pass differences. */

import type { View } from '#games/cat-in-the-box/protocol.ts';

const PLAYER = { hand: 5, set_aside: true, won: 1, lost: [], score: 0, bid: 2 };
const ROW = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export function position(differs: Partial<View> = {}): View {
	return {
		game: 'cat-in-the-box',
		seats: 4,
		layout: 'white',
		rows: { red: ROW, blue: ROW, yellow: ROW, green: ROW },
		numbers: 8,
		copies: 5,
		rounds: 4,
		round: 1,
		start: 0,
		tricks: 8,
		trick: 4,
		phase: 'play',
		to_act: [0],
		red_broken: false,
		blocked: ['red9', 'blue9', 'yellow9', 'green9'],
		tokens: { blue6: 1 },
		players: { 0: PLAYER, 1: PLAYER, 2: PLAYER, 3: PLAYER },
		scored: {},
		current: { leader: 1, cards: { 1: 'blue6' }, led: 'blue' },
		hand: [1, 4, 4, 7],
		...differs
	};
}

/** Seat 0 holds 1, 4, 4, 7, has lost green and may not lead red. */
export const MY_LEAD = position({
	current: { leader: 0, cards: {} },
	legal: {
		declare: {
			blue4: { keeps: { 4: 1, 7: 2 } },
			yellow4: { keeps: { 4: 1, 7: 2 } },
			yellow7: { keeps: { 4: 2 } }
		},
		barred: { red: 'C10', green: 'C9' }
	}
});
