import { describe, expect, it } from 'vitest';
import { noteOf } from '#games/braincat/action-bar.ts';
import type { Choice } from '#games/braincat/choice.svelte.ts';
import type { Table, View } from '#games/braincat/protocol.ts';
import { viewWhere } from './positions.ts';

const table = { connection: 'open' } as Table;
const choice = { selected: {} } as Choice;

it('while the cat looks at the master cards, it learns that they will be hidden', () => {
	const [view, me] = viewWhere(
		'discovery',
		({ phase, board }: View, seat) => phase === 'look' && board?.cat === seat
	);
	const seatNames = { names: ['Ada', 'Bo', 'Cy'], me };
	expect(noteOf({ table, view, choice, seatNames, refused: undefined })).toMatch(/^Remember them/);
});

describe('while the cat points', () => {
	const note = (isCat: boolean, masters_as_numbers: boolean): string | undefined => {
		const [paw, seat] = viewWhere(
			'moods',
			({ phase, board }: View, seat) => phase === 'paw' && (board?.cat === seat) === isCat
		);
		const view = { ...paw, masters_as_numbers };
		const seatNames = { names: ['Ada', 'Bo', 'Cy'], me: seat };
		return noteOf({ table, view, choice, seatNames, refused: undefined });
	};

	it('all others learn why the cards have no texts', () => {
		expect(note(false, true)).toBe('The texts of the cards are hidden while the cat points.');
	});

	it('nothing is said where texts are shown, nor to the cat', () => {
		expect(note(false, false)).toBeUndefined();
		expect(note(true, true)).toBeUndefined();
	});
});
