/** A position of three seats in the view of seat 1, whose turn it is; tests pass differences. */

import type { View } from '#games/cat-box-lite/protocol.ts';

/** One card is played: black, white, gray and orange, clockwise. A face with a box has two more places. */
export function position(differs: Partial<View> = {}): View {
	return {
		game: 'cat-box-lite',
		seats: 3,
		start: 0,
		turns: 18,
		turn: 1,
		to_act: [1],
		laid: { 0: { face: 'bwgo', column: 0, row: 0, seat: 0 } },
		hands: { 0: ['wgob', 'gobw'], 1: ['obwg', 'xwgo'], 2: ['wbgo'] },
		pile: 10,
		top: 'bgow',
		identity: 'gray',
		backs: ['xbgo', 'wgob'],
		legal: {
			places: { '-1,-1': 'b', '1,-1': 'w', '1,1': 'g', '-1,1': 'o', '0,1': 'go' },
			faces: { wgob: 1, gobw: 1, obwg: 1, wbgo: 1, xwgo: 2, xbgo: 2 }
		},
		...differs
	};
}
