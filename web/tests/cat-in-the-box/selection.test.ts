import { describe, expect, it } from 'vitest';
import {
	NO_SELECTION,
	keepLegal,
	moveOf,
	pickCard,
	pickColor,
	pickSpace,
	pickTricks
} from '#games/cat-in-the-box/selection.ts';
import { MY_LEAD } from './view.ts';

const { legal } = MY_LEAD;

describe('picking a declaration', () => {
	it('waits for a color while a card has several', () => {
		expect(pickCard(legal, NO_SELECTION, 4)).toEqual({ card: 4 });
		expect(moveOf(legal, { card: 4 })).toBeUndefined();
	});

	it('takes the color with the card when only one is open', () => {
		expect(pickCard(legal, NO_SELECTION, 7)).toEqual({ card: 7, color: 'yellow' });
	});

	it('keeps the color when the next card can take it too', () => {
		expect(pickCard(legal, { card: 4, color: 'yellow' }, 7)).toEqual({ card: 7, color: 'yellow' });
	});

	it('puts a card back that is picked again', () => {
		expect(pickCard(legal, { card: 4 }, 4)).toEqual(NO_SELECTION);
	});

	it('does not pick a card without a color', () => {
		expect(pickCard(legal, NO_SELECTION, 1)).toEqual(NO_SELECTION);
	});

	it('reads card and color off a space', () => {
		expect(pickSpace(legal, NO_SELECTION, 'blue4')).toEqual({ card: 4, color: 'blue' });
		expect(pickSpace(legal, { card: 4 }, 'red4')).toEqual({ card: 4 });
		expect(moveOf(legal, { card: 4, color: 'blue' })).toEqual({ kind: 'declare', card: 4, color: 'blue' });
	});

	it('lets a color key alone choose only where one card can take it', () => {
		expect(pickColor(legal, NO_SELECTION, 'blue')).toEqual({ card: 4, color: 'blue' });
		expect(pickColor(legal, NO_SELECTION, 'yellow')).toEqual(NO_SELECTION);
		expect(pickColor(legal, { card: 7 }, 'yellow')).toEqual({ card: 7, color: 'yellow' });
	});
});

describe('the other choices', () => {
	it('puts aside one of the cards asked for', () => {
		const aside = { set_aside: [2, 5] };
		expect(moveOf(aside, pickCard(aside, NO_SELECTION, 5))).toEqual({ kind: 'set_aside', card: 5 });
		expect(pickCard(aside, NO_SELECTION, 3)).toEqual(NO_SELECTION);
	});

	it('bids what may be bid', () => {
		const bids = { bid: [1, 3, 4] };
		expect(moveOf(bids, pickTricks(bids, NO_SELECTION, 3))).toEqual({ kind: 'bid', tricks: 3 });
		expect(pickTricks(bids, NO_SELECTION, 2)).toEqual(NO_SELECTION);
		expect(pickTricks(bids, { tricks: 3 }, 3)).toEqual(NO_SELECTION);
	});

	it('lets go of what is no longer open', () => {
		expect(keepLegal(legal, { card: 4, color: 'red' })).toEqual({ card: 4 });
		expect(keepLegal(legal, { card: 1 })).toEqual(NO_SELECTION);
		expect(keepLegal(legal, { tricks: 2 })).toEqual(NO_SELECTION);
		expect(keepLegal(undefined, { card: 4 })).toEqual(NO_SELECTION);
	});
});
