/** Computes a game's positions, one after each move, from its replay document. */

import { mergePatch } from '#lib/json-merge-patch.ts';
import type { AnyGame, Game, Replay, ReplayStep } from '#lib/protocol.ts';

/** The perspective: a seat's, a spectator's, or with all hands open. */
export type Perspective = number | 'spectator' | 'open';

export interface Frame<G extends Game = AnyGame> {
	ply: number; // number of moves so far
	step?: ReplayStep<G>; // the last move; undefined at the start
	events: G['event'][]; // its events
	view: G['view']; // the public view
	own: Record<string, G['own']>; // by seat
}

/** All positions; unchanged parts are shared between them. */
export function framesOf<G extends Game>({ start, steps }: Replay<G>): Frame<G>[] {
	const frames: Frame<G>[] = [{ ply: 0, events: start.log, view: start.view, own: start.own }];
	for (const step of steps) frames.push(after(frames.at(-1)!, step));
	return frames;
}

function after<G extends Game>({ ply, view, own }: Frame<G>, step: ReplayStep<G>): Frame<G> {
	return {
		ply: ply + 1,
		step,
		events: step.log,
		view: mergePatch(view, step.patch) as G['view'],
		own: mergePatch(own, step.own) as Frame<G>['own']
	};
}

/** The view in this perspective. */
export function viewFrom<G extends Game>({ view, own }: Frame<G>, perspective: Perspective): G['view'] {
	return typeof perspective === 'number' ? { ...view, ...own[perspective] } : view;
}
