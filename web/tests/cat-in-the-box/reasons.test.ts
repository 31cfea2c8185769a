import { expect, it } from 'vitest';
import { cardReason, reasonOf } from '#games/cat-in-the-box/reasons.ts';
import { styleOf } from '#games/cat-in-the-box/space-style.ts';
import { MY_LEAD, position } from './view.ts';

it('says why a space cannot be used', () => {
	expect(reasonOf(MY_LEAD, 'blue6')).toEqual({ kind: 'taken', seat: 1 });
	expect(reasonOf(MY_LEAD, 'red9')).toEqual({ kind: 'blocked' });
	expect(reasonOf(MY_LEAD, 'red4')).toEqual({ kind: 'barred', color: 'red', rule: 'C10' });
	expect(reasonOf(MY_LEAD, 'green4')).toEqual({ kind: 'barred', color: 'green', rule: 'C9' });
	expect(reasonOf(MY_LEAD, 'yellow2')).toEqual({ kind: 'no_card' });
	expect(reasonOf(MY_LEAD, 'blue4').kind).toBe('open');
	expect(reasonOf(position(), 'blue4')).toEqual({ kind: 'free' });
});

it('marks the best move after the answer to a puzzle', () => {
	const look = styleOf(position(), 'red7', { card: 7, color: 'red' }, 0, true);
	expect(look).toMatchObject({ state: 'shut', lit: true, picked: true });
	expect(styleOf(position(), 'blue7', { card: 7, color: 'red' }, 0, true).lit).toBe(false);
});

it('says why a card cannot be picked', () => {
	expect(cardReason(MY_LEAD, 4)).toEqual({ kind: 'open' });
	expect(cardReason(MY_LEAD, 1).kind).toBe('shut');
	expect(cardReason(position(), 4)).toEqual({ kind: 'not_now' });
	expect(cardReason(position({ legal: { bid: [1] } }), 4)).toEqual({ kind: 'not_now' });
});

it('lights the spaces of the picked card and marks what this trick took', () => {
	const look = styleOf(MY_LEAD, 'blue4', { card: 4, color: 'blue' }, 0, true);
	expect(look).toMatchObject({ state: 'open', lit: true, picked: true, number: 4 });
	expect(styleOf(MY_LEAD, 'yellow7', { card: 4 }, 0, false)).toMatchObject({ state: 'open', lit: false });
	expect(styleOf(position(), 'blue6', {}, 1, false)).toMatchObject({ owner: 1, mine: true, fresh: true });
});
