import { expect, it } from 'vitest';
import advice from '#games/cat-box-lite/advice.ts';
import type { Move } from '#games/cat-box-lite/protocol.ts';
import { position } from './view.ts';

const MOVE: Move = { kind: 'place', holder: 1, slot: 0, face: 'public', column: -1, row: -1 };

it('the same card in two places has different words, although it covers the same', () => {
	const view = position();
	view.legal!.places['0,3'] = 'b';
	const moves = [MOVE, { ...MOVE, column: 0, row: 3 }];
	const [one, other] = moves.map((move) => advice.moveWords(view, move));
	expect(one).toContain('column −1, row −1');
	expect(other).toContain('column 0, row 3');
});
