/** The board of a round, arranged to be drawn: the clue chain with its paws, and the masters with what is on them. */

import type { Board, Family, RoundSummary, View, Vote } from './protocol.ts';

export const FAMILIES: readonly Family[] = ['red', 'blue'];

export interface ChainClue {
	kind: 'clue';
	clue: number; // its number, from 0
	card: number;
}

/** The paw between two clues; without `at` the cat has yet to place it. */
export interface ChainPaw {
	kind: 'paw';
	paw: number; // 0 is the blue one
	at?: number; // the clue to which the claws point
	toward?: 'before' | 'after'; // in the order of the chain
}

/** Returns the clues from one end of the chain to the other: it grows away from the blue paw's claws (B8). */
export function clueOrder({ clues, paws }: Pick<Board, 'clues' | 'paws'>): number[] {
	const later = clues.map((_, clue) => clue).slice(2);
	const first = clues.map((_, clue) => clue).slice(0, 2);
	return paws[0] === 1 ? [...later.reverse(), ...first] : [...first, ...later];
}

/** Returns the chain with a paw between each two clues. */
export function chainOf(board: Board): (ChainClue | ChainPaw)[] {
	const order = clueOrder(board);
	return order.flatMap((clue, index) => {
		const next = order[index + 1];
		const own: ChainClue = { kind: 'clue', clue, card: board.clues[clue]! };
		return next === undefined ? [own] : [own, pawBetween(board, clue, next)];
	});
}

function pawBetween({ paws }: Board, before: number, after: number): ChainPaw {
	const paw = Math.max(before, after) - 1;
	const at = paws[paw];
	if (at === undefined) return { kind: 'paw', paw };
	return { kind: 'paw', paw, at, toward: at === before ? 'before' : 'after' };
}

export interface Master {
	place: number; // in the order of opening, from 0
	card?: number; // unless it is face down
	state: 'open' | 'gone' | 'down';
	side?: Family; // the place on which it lies, in co-operative modes
	mystery: boolean; // only if the reader knows it
}

/** Returns all masters of a round in the order of opening; a summary shows them face up. */
export function mastersOf(view: View, board: Board, summary?: RoundSummary): Master[] {
	const cards = summary?.masters ?? board.masters;
	const all = summary?.masters?.length ?? board.masters.length + board.unopened;
	return Array.from({ length: all }, (_, place) => {
		const gone = board.gone.includes(place) && (summary !== undefined || !board.laid_out?.includes(place));
		return {
			place,
			card: cards[place],
			state: gone ? 'gone' : place < cards.length ? 'open' : 'down',
			side: isCooperative(view) && !gone ? FAMILIES[board.places.indexOf(place)] : undefined,
			mystery: summary ? summary.mystery === place : isMystery(view, cards[place])
		};
	});
}

const isMystery = (view: View, card: number | undefined): boolean =>
	card !== undefined && card === view.mystery;

const isCooperative = ({ mode }: View): boolean => mode === 'discovery' || mode === 'moods';

/** The votes that the reader may see, by seat. */
const votesOf = (view: View): Record<string, Vote> => view.debate?.votes ?? view.family_votes?.votes ?? {};

/** Returns the seats that vote this way, in ascending order. */
export const votersFor = (view: View, vote: Vote): number[] =>
	Object.entries(votesOf(view))
		.filter(([, choice]) => choice === vote)
		.map(([seat]) => Number(seat));

/** Returns the seats whose vote or token is on a master. */
export function seatsOn(view: View, board: Board, place: number): number[] {
	if (view.mode === 'individual') return board.places.flatMap((at, seat) => (at === place ? [seat] : []));
	const side = isCooperative(view) ? FAMILIES[board.places.indexOf(place)] : (String(place) as Vote);
	return side ? votersFor(view, side) : [];
}

/** A family's totem, or what it picked at the end of the round. */
export interface Mark {
	family: Family;
	pick: boolean;
}

/** Returns the marks of families on a master: their totems, then their picks. */
export function totemsOn(view: View, board: Board, place: number): Mark[] {
	if (view.mode !== 'teams') return [];
	return [false, true].flatMap((pick) =>
		FAMILIES.filter((family, index) => (pick ? board.picks?.[family] : board.places[index]) === place).map(
			(family) => ({ family, pick })
		)
	);
}
