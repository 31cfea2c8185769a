/** What the table shows at a position of a replay. */

import { mastersOf, seatsOn, totemsOn, votersFor, type Mark, type Master } from '../board.ts';
import type { Board, Frame, RoundSummary, View, Vote } from '../protocol.ts';

interface ShownMaster extends Master {
	seats: number[]; // those that vote for it, or whose token is there
	totems: Mark[];
}

export interface Scene {
	round: number; // void rounds count, from 0
	board: Board;
	masters: ShownMaster[];
	mystery: number | undefined; // the card, if the perspective knows it
	asking: number[]; // seats that vote for a clue
	staying: number[]; // seats whose vote leaves the totem where it is
	ready: number[];
}

/** The round that a position shows: one that its move ended, else the one that is played, else the last. */
export function shownRound({ view, events }: Frame): { board: Board; summary?: RoundSummary } | undefined {
	const ended = events.some(({ kind }) => kind === 'round_scored' || kind === 'round_voided');
	if (view.board && !ended) return { board: view.board };
	const summary = Object.values(view.ended).at(-1);
	return summary && { board: summary.board, summary };
}

/** Returns what these seats together see of a position. */
export function sceneOf(frame: Frame, perspectives: readonly number[]): Scene | undefined {
	const shown = shownRound(frame);
	if (!shown) return undefined;
	const { board, summary } = shown;
	const mystery = mysteryCard(frame, shown, perspectives);
	const view = { ...frame.view, ...votingAt(frame, summary ? undefined : perspectives), mystery };
	return {
		round: Object.keys(view.ended).length - (summary ? 1 : 0),
		board,
		masters: mastersOf(view, board, summary).map((master) => ({
			...master,
			seats: seatsOn(view, board, master.place),
			totems: totemsOn(view, board, master.place)
		})),
		mystery,
		asking: votersFor(view, 'clue'),
		staying: votersFor(view, 'stay'),
		ready: view.debate?.ready ?? []
	};
}

/** The debate and all votes of families that these seats see; nothing without them. */
function votingAt(
	{ view, own }: Frame,
	perspectives?: readonly number[]
): Pick<View, 'debate' | 'family_votes'> {
	if (!perspectives) return { debate: undefined, family_votes: undefined };
	const families = perspectives.map((seat) => own[seat]?.family_votes?.votes ?? {});
	const votes: Record<string, Vote> = Object.assign({}, ...families);
	return { debate: view.debate, family_votes: { votes, settled: false, lot: false } };
}

function mysteryCard(
	{ own }: Frame,
	{ board, summary }: { board: Board; summary?: RoundSummary },
	perspectives: readonly number[]
): number | undefined {
	if (summary) return summary.mystery === undefined ? undefined : summary.masters?.[summary.mystery];
	return perspectives.includes(board.cat) ? own[board.cat]?.mystery : undefined;
}
