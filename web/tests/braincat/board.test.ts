import { describe, expect, it } from 'vitest';
import { chainOf, clueOrder, mastersOf, seatsOn, totemsOn, votersFor } from '#games/braincat/board.ts';
import type { Board } from '#games/braincat/protocol.ts';
import { viewsWhere, viewWhere } from './positions.ts';

const board = (clues: number[], paws: number[]): Board => ({ clues, paws }) as Board;

describe('the clue chain', () => {
	it('grows away from the blue paw’s claws', () => {
		expect(clueOrder(board([9, 8], []))).toEqual([0, 1]);
		expect(clueOrder(board([9, 8, 7, 6], [0, 2, 2]))).toEqual([0, 1, 2, 3]);
		expect(clueOrder(board([9, 8, 7, 6], [1, 2, 2]))).toEqual([3, 2, 0, 1]);
	});

	it('has a paw between each two clues, which points at one of them', () => {
		const links = chainOf(board([9, 8, 7, 6], [1, 0, 3]));
		expect(links.map((link) => (link.kind === 'clue' ? link.clue : link.toward))).toEqual([
			3,
			'before',
			2,
			'after',
			0,
			'after',
			1
		]);
		expect(links.flatMap((link) => (link.kind === 'paw' ? [link.paw] : []))).toEqual([2, 1, 0]);
	});

	it('leaves the place of a paw open until the cat has put it there', () => {
		expect(chainOf(board([9, 8], []))[1]).toEqual({ kind: 'paw', paw: 0 });
		expect(chainOf(board([9, 8, 7], [0]))[3]).toEqual({ kind: 'paw', paw: 1 });
	});

	it.each(['discovery', 'moods', 'fickle', 'teams', 'individual'] as const)(
		'joins only neighbors in all positions of a game: %s',
		(game) => {
			for (const [view] of viewsWhere(game, ({ board }) => board !== undefined)) {
				const links = chainOf(view.board!);
				links.forEach((link, index) => {
					if (link.kind !== 'paw' || link.at === undefined) return;
					const pointed = links[link.toward === 'before' ? index - 1 : index + 1];
					expect(pointed).toMatchObject({ kind: 'clue', clue: link.at });
				});
			}
		}
	);
});

describe('the masters', () => {
	it('lie face up, face down or turned out', () => {
		const [view] = viewWhere('discovery', ({ phase, board }) => phase === 'debate' && board!.gone.length > 0);
		const masters = mastersOf(view, view.board!);
		expect(masters).toHaveLength(5);
		expect(
			masters
				.filter(({ state }) => state === 'open')
				.map(({ side }) => side)
				.sort()
		).toEqual(['blue', 'red']);
		expect(masters.filter(({ state }) => state === 'gone').map(({ place }) => place)).toEqual(
			view.board!.gone
		);
		for (const { card, state } of masters) expect(card === undefined).toBe(state === 'down');
	});

	it('show the mystery card to the cat alone', () => {
		const known = viewsWhere('teams', (view) =>
			view.board ? mastersOf(view, view.board).some(({ mystery }) => mystery) : false
		);
		expect(known.length).toBeGreaterThan(0);
		for (const [view, seat] of known) expect(view.board!.cat).toBe(seat);
	});

	it('are all face up when the round is over, with the mystery card', () => {
		const [view] = viewWhere('moods', ({ ended }) => ended[0]?.masters !== undefined);
		const summary = view.ended[0]!;
		const masters = mastersOf(view, summary.board, summary);
		expect(masters.map(({ card }) => card)).toEqual(summary.masters);
		expect(masters.filter(({ mystery }) => mystery).map(({ place }) => place)).toEqual([summary.mystery]);
	});

	it('that the cat lays out are face up again', () => {
		const [view] = viewWhere('teams', ({ phase }) => phase === 'pick');
		const open = mastersOf(view, view.board!).filter(({ state }) => state === 'open');
		expect(open.map(({ place }) => place)).toEqual(expect.arrayContaining(view.board!.laid_out!));
	});
});

describe('on a master', () => {
	it('are the votes to keep it', () => {
		const [view] = viewWhere('discovery', ({ debate }) =>
			Object.values(debate?.votes ?? {}).includes('blue')
		);
		const place = view.board!.places[1]!;
		expect(seatsOn(view, view.board!, place)).toEqual(votersFor(view, 'blue'));
	});

	it('are the tokens of seats', () => {
		const [view] = viewWhere(
			'individual',
			({ board }) => board?.places.some((place) => place !== null) ?? false
		);
		view.board!.places.forEach((place, seat) => {
			if (place !== null) expect(seatsOn(view, view.board!, place)).toContain(seat);
		});
	});

	it('are the totems of families', () => {
		const [view] = viewWhere('teams', ({ board }) => typeof board?.places[1] === 'number');
		const marks = totemsOn(view, view.board!, view.board!.places[1]!);
		expect(marks).toContainEqual({ family: 'blue', pick: false });
	});

	it('are where they stood when families pick cards, and picks are marked as such', () => {
		const [view] = viewWhere('teams', ({ board }) => board !== undefined);
		const board: Board = { ...view.board!, places: [0, null], picks: { red: 1, blue: 0 } };
		expect(totemsOn(view, board, 0)).toEqual([
			{ family: 'red', pick: false },
			{ family: 'blue', pick: true }
		]);
		expect(totemsOn(view, board, 1)).toEqual([{ family: 'red', pick: true }]);
	});
});
