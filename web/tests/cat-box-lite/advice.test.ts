import { expect, it } from 'vitest';
import { titleOf } from '#games/cat-box-lite/action-bar.ts';
import advice from '#games/cat-box-lite/advice.ts';
import type { Choice } from '#games/cat-box-lite/choice.svelte.ts';
import type { Move, Table } from '#games/cat-box-lite/protocol.ts';
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

it('after the answer to a puzzle it is not called the player’s turn', () => {
	const { legal: _, ...view } = position();
	const seatNames = { names: ['Mimi', 'You', 'Suki'], me: 1 };
	const moment = { table: {} as Table, choice: {} as Choice, counted: undefined, refused: undefined };
	expect(titleOf({ ...moment, view, seatNames })).toBe('You have answered');
});
