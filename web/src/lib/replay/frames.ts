/** A game's positions, one after each move, built from its replay document. */

import { mergePatch } from '#lib/json-merge-patch.ts';
import type { AnyGame, Game, Replay, ReplayStep } from '#lib/protocol.ts';

/** Whose eyes: a seat's, those of somebody looking on, or all hands open. */
export type Eyes = number | 'watcher' | 'open';

export interface Frame<G extends Game = AnyGame> {
	ply: number; // moves made so far
	step?: ReplayStep<G>; // the last of them; none at the start
	events: G['event'][]; // what came of it
	view: G['view']; // what everybody may see
	own: Record<string, G['own']>; // by seat
}

/** Every position there is; what a move does not touch is the same object before and after it. */
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

/** The position as these eyes see it. */
export function seenBy<G extends Game>({ view, own }: Frame<G>, eyes: Eyes): G['view'] {
	return typeof eyes === 'number' ? { ...view, ...own[eyes] } : view;
}
