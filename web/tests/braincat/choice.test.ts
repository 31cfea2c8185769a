import { describe, expect, it } from 'vitest';
import { Choice, moveOf, toggled, type Picked } from '#games/braincat/choice.svelte.ts';
import { voteOptions } from '#games/braincat/options.ts';
import type { Legal, Move, Table, View, Vote } from '#games/braincat/protocol.ts';
import { viewsWhere, viewWhere } from './positions.ts';

const GAMES = ['discovery', 'moods', 'fickle', 'teams', 'individual'] as const;

/** Selections that the page allows in a position. */
const selections = ({ at = [], packs = [], masters = [], lay_out = [] }: Legal): Picked[] => [
	{},
	{ token: 'stay' },
	...at.map((clue) => ({ at: clue })),
	...packs.map((pack) => ({ pack })),
	...masters.map((place) => ({ token: String(place) as Vote })),
	...lay_out.map((out) => ({ out }))
];

describe.each(GAMES)('in %s', (game) => {
	it('every kind of legal move can be made, and no other', () => {
		for (const [view, seat] of viewsWhere(game, ({ legal }) => legal !== undefined)) {
			const legal = view.legal!;
			const confirmed = selections(legal).flatMap((picked) => moveOf(legal, picked)?.kind ?? []);
			const voted =
				view.phase !== 'choice' &&
				voteOptions(view, seat, {}).some((option) => option.legal && !legal.lay_out);
			const kinds = new Set<Move['kind']>([...confirmed, ...(voted ? (['vote'] as const) : [])]);
			expect([...kinds].sort()).toEqual([...legal.kinds].sort());
		}
	});

	it('every legal vote has an option, and the own vote is the chosen one', () => {
		for (const [view, seat] of viewsWhere(game, ({ legal }) => legal?.votes !== undefined)) {
			const options = voteOptions(view, seat, {});
			const own = view.debate?.votes[seat] ?? view.family_votes?.votes[seat];
			expect(
				options
					.filter(({ legal }) => legal)
					.map(({ vote }) => vote)
					.sort()
			).toEqual([...view.legal!.votes!].sort());
			expect(options.filter(({ chosen }) => chosen).map(({ vote }) => vote)).toEqual(own ? [own] : []);
		}
	});
});

describe('a selection', () => {
	it('is confirmed only if it is legal', () => {
		const [{ legal }] = viewWhere('discovery', ({ phase, legal }) => phase === 'paw' && legal !== undefined);
		expect(moveOf(legal!, {})).toBeUndefined();
		expect(moveOf(legal!, { at: 99 })).toBeUndefined();
		expect(moveOf(legal!, { at: legal!.at![0] })).toEqual({ kind: 'point', at: legal!.at![0] });
	});

	it('of masters to lay out has three at most', () => {
		expect(toggled([1, 3], 2)).toEqual([1, 2, 3]);
		expect(toggled([1, 2, 3], 2)).toEqual([1, 3]);
		expect(toggled([1, 2, 3], 4)).toHaveLength(3);
		expect(toggled([1, 2, 3], 4)).toContain(4);
	});

	it('shows in the options of masters to lay out', () => {
		const [view, seat] = viewWhere('teams', ({ legal }) => legal?.lay_out !== undefined);
		const three = view.legal!.lay_out![0]!;
		const chosen = voteOptions(view, seat, { out: three }).filter((option) => option.chosen);
		expect(chosen.map(({ place }) => place)).toEqual(three);
	});
});

it('who only watches has no options', () => {
	const [view] = viewWhere('discovery', ({ legal }) => legal?.votes !== undefined);
	expect(voteOptions(view, undefined, {})).toEqual([]);
	expect(voteOptions({ ...view, legal: undefined }, 1, {})).toEqual([]);
});

/** A table that keeps what is played, and its pending move. */
const tableOf = (view: View) => {
	const played: Move[] = [];
	const table = {
		view,
		turn: 1,
		pending: undefined as Move | undefined,
		held: undefined,
		dismiss() {},
		takeBack() {},
		play(move: Move) {
			played.push(move);
			table.pending = move;
		}
	};
	return { table, played, choice: new Choice(table as unknown as Table) };
};

describe('while a vote is on its way', () => {
	const [view] = viewWhere('discovery', ({ debate, legal }) => legal?.votes?.length === 3 && !!debate);
	const red: Move = { kind: 'vote', choice: 'red' };

	it('the next act waits for it', () => {
		const { table, played, choice } = tableOf(view);
		choice.choose('red');
		choice.choose('blue');
		choice.commit();
		expect(choice.selected.vote).toBe('red');
		choice.playQueued();
		expect(played).toEqual([red]);
		table.pending = undefined;
		choice.playQueued();
		expect(played).toEqual([red, { kind: 'ready' }]);
	});

	it('another vote is shown and follows it', () => {
		const { table, played, choice } = tableOf(view);
		choice.choose('red');
		choice.choose('blue');
		expect(choice.selected.vote).toBe('blue');
		table.pending = undefined;
		choice.playQueued();
		expect(played).toEqual([red, { kind: 'vote', choice: 'blue' }]);
	});

	it('the next act is dropped if the next debate has begun', () => {
		const { table, played, choice } = tableOf(view);
		choice.choose('red');
		choice.choose('blue');
		table.pending = undefined;
		table.view = { ...view, board: { ...view.board!, gone: [...view.board!.gone, 0] } };
		choice.playQueued();
		expect(played).toEqual([red]);
	});
});
