import { expect, it } from 'vitest';
import { familiesOf, fitting, withOtherFamily } from '../../src/games/braincat/new-table.ts';
import { describe as described, seatLabel } from '../../src/games/braincat/option-labels.ts';

it('describes the options of a table', () => {
	const options = {
		mode: 'moods',
		cats: 'volunteers',
		packs: { bar: {}, mine: {} },
		debate: 120,
		target: 15
	};
	expect(described(options)).toEqual([
		['Mode', 'Moods'],
		['Packs', 'Bar talk, Own pack'],
		['Who is the cat', 'Volunteers'],
		['Time for a debate', '2 min'],
		['Target', '15 points']
	]);
	expect(described({ mode: 'individual', cats: 'clockwise', packs: { jobs: {} } })).toHaveLength(2);
});

it('names no packs for a table in the lobby, whose options come without them', () => {
	expect(described({ mode: 'discovery', cats: 'clockwise', debate: 240 })).toEqual([
		['Mode', 'Discovery'],
		['Time for a debate', '4 min']
	]);
});

it('names the family of each seat in teams mode', () => {
	const options = { mode: 'teams', families: ['red', 'blue', 'red', 'blue', 'red', 'blue'] };
	expect([0, 1].map((seat) => seatLabel(options, seat))).toEqual(['Red family', 'Blue family']);
	expect(seatLabel({ mode: 'moods' }, 0)).toBeUndefined();
});

it('moves a seat to the other family while its own stays large enough', () => {
	const usual = familiesOf({}, 7);
	expect(usual).toEqual(['red', 'blue', 'red', 'blue', 'red', 'blue', 'red']);
	const other = withOtherFamily(usual, 0);
	expect(other).toEqual(['blue', 'blue', 'red', 'blue', 'red', 'blue', 'red']);
	expect(withOtherFamily(other, 2)).toBe(other);
	expect(familiesOf({ families: other }, 7)).toBe(other);
	expect(familiesOf({ families: other }, 6)).toHaveLength(6);
});

it('leaves out families that do not fit the number of seats or the mode', () => {
	const families = familiesOf({}, 6);
	expect(fitting({ mode: 'teams', families }, 6)).toEqual({ mode: 'teams', families });
	expect(fitting({ mode: 'teams', families }, 8)).toEqual({ mode: 'teams' });
	expect(fitting({ mode: 'moods', families }, 6)).toEqual({ mode: 'moods' });
});
