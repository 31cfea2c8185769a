import { describe, expect, it } from 'vitest';
import type { View, Vote } from '#games/braincat/protocol.ts';
import { whyNot } from '#games/braincat/why-not.ts';
import { m } from '#messages';
import { viewWhere } from './positions.ts';

const NAMES = ['Ada', 'Bo', 'Cy', 'Di', 'Eve', 'Flo', 'Gus', 'Hal'];
const why = (what: Vote, [view, me]: [View, number | undefined]): string =>
	whyNot(what, view, { names: NAMES, me });
const isCat = (view: View, seat: number): boolean => view.board?.cat === seat;

describe('a vote that is impossible', () => {
	const family = viewWhere('discovery', (view, seat) => view.phase === 'debate' && !isCat(view, seat));
	const voted = viewWhere('discovery', (view, seat) => view.debate?.votes[seat] === 'red');

	it('has a reason for the cat and for spectators', () => {
		const cat = viewWhere('discovery', (view, seat) => view.phase === 'debate' && isCat(view, seat));
		expect(why('0', cat)).toBe(m.brain_why_cat());
		expect(why('0', [family[0], undefined])).toBe(m.cat_why_looking());
	});

	it('has one for cards that are not open', () => {
		expect(why('4', family)).toBe(m.brain_why_down());
		const later = viewWhere(
			'discovery',
			(view, seat) => view.debate !== undefined && !isCat(view, seat) && Boolean(view.board?.gone.length)
		);
		expect(why(String(later[0].board!.gone[0]) as Vote, later)).toBe(m.brain_why_gone());
	});

	it('has one for a vote that has been cast, and for a clue that cannot be asked for', () => {
		expect(why('red', voted)).toBe(m.brain_why_voted());
		expect(why('clue', family)).toBe(m.brain_why_clue());
	});

	it('names the step while there is nothing to choose', () => {
		const waiting = viewWhere('discovery', (view, seat) => view.phase === 'paw' && !isCat(view, seat));
		expect(why('0', waiting)).toContain(NAMES[waiting[0].board!.cat]);
	});

	it('has one for the card on which the own token is', () => {
		const mine = viewWhere(
			'individual',
			(view, seat) => view.phase === 'choice' && view.board?.places[seat] === 1 && view.legal !== undefined
		);
		expect(why('1', mine)).toBe(m.brain_why_there());
	});
});
