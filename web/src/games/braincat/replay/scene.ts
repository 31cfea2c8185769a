/** What the table shows at a position of a replay. */

import type { Board, Family, Frame, RoundSummary } from '../protocol.ts';

export interface ShownMaster {
	master: number;
	card: number;
	place: Family | undefined; // the red or blue place of co-operative modes
	gone: boolean; // turned out or dumped
	opened: boolean;
	mystery: boolean;
	totems: Family[];
	seats: number[]; // those that vote for it, or whose token is there
}

export interface ChainLink {
	clue: number;
	card: number;
	paw: { color: 'blue' | 'green'; at: number } | undefined; // between this clue and the one after it
}

export interface Scene {
	round: number; // void rounds count, from 0
	board: Board;
	masters: ShownMaster[];
	chain: ChainLink[];
	mystery: number | undefined; // the card, if the perspective knows it
	asking: number[]; // seats that vote for a clue
	staying: number[]; // seats whose vote leaves the totem where it is
	ready: number[];
}

const FAMILIES = ['red', 'blue'] as const;

/** The round that a position shows: one that its move ended, else the one that is played, else the last. */
export function shownRound({ view, events }: Frame): { board: Board; summary?: RoundSummary } | undefined {
	const ended = events.some(({ kind }) => kind === 'round_scored' || kind === 'round_voided');
	if (view.board && !ended) return { board: view.board };
	const summary = Object.values(view.ended).at(-1);
	return summary && { board: summary.board, summary };
}

/** `eyes`: the seats through which one looks. */
export function sceneOf(frame: Frame, eyes: readonly number[]): Scene | undefined {
	const shown = shownRound(frame);
	if (!shown) return undefined;
	const { board, summary } = shown;
	const votes = summary ? {} : votesAt(frame, eyes);
	const mystery = mysteryCard(frame, shown, eyes);
	const seatsFor = (choice: string): number[] =>
		Object.keys(votes)
			.map(Number)
			.filter((seat) => votes[seat] === choice);
	const cards = summary?.masters ?? board.masters;
	return {
		round: Object.keys(frame.view.ended).length - (summary ? 1 : 0),
		board,
		masters: cards.map((card, master) => masterAt(frame, board, { card, master, mystery }, seatsFor)),
		chain: chainOf(board),
		mystery,
		asking: seatsFor('clue'),
		staying: seatsFor('stay'),
		ready: summary ? [] : (frame.view.debate?.ready ?? [])
	};
}

function masterAt(
	{ view: { mode } }: Frame,
	{ places, masters, gone }: Board,
	{ card, master, mystery }: { card: number; master: number; mystery: number | undefined },
	seatsFor: (choice: string) => number[]
): ShownMaster {
	const at = places.flatMap((place, index) => (place === master ? [index] : []));
	const cooperative = mode === 'discovery' || mode === 'moods';
	const isGone = gone.includes(master);
	const place = cooperative && !isGone && at.length > 0 ? FAMILIES[at[0]!] : undefined;
	return {
		master,
		card,
		place,
		gone: isGone,
		opened: master < masters.length,
		mystery: card === mystery,
		totems: mode === 'teams' ? at.map((family) => FAMILIES[family]!) : [],
		seats: mode === 'individual' ? at : seatsFor(place ?? String(master))
	};
}

/** All votes that the eyes see, by seat. */
function votesAt({ view, own }: Frame, eyes: readonly number[]): Record<number, string> {
	const families = eyes.map((seat) => own[seat]?.family_votes?.votes ?? {});
	return Object.assign({}, view.debate?.votes, ...families) as Record<number, string>;
}

function mysteryCard(
	{ own }: Frame,
	{ board, summary }: { board: Board; summary?: RoundSummary },
	eyes: readonly number[]
): number | undefined {
	if (summary) return summary.mystery === undefined ? undefined : summary.masters?.[summary.mystery];
	return eyes.includes(board.cat) ? own[board.cat]?.mystery : undefined;
}

/** The clues in the order of the chain (B7, B8). */
export function chainOf({ clues, paws }: Pick<Board, 'clues' | 'paws'>): ChainLink[] {
	const order = [...clues.keys()];
	if (paws[0] === 1) [order[0], order[1]] = [1, 0]; // clue 2 is laid where the blue paw points away from
	return order.map((clue, index) => {
		const at = paws[index];
		const paw = at === undefined ? undefined : { color: index === 0 ? 'blue' : 'green', at };
		return { clue, card: clues[clue]!, paw: paw as ChainLink['paw'] };
	});
}
