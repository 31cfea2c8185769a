/** A game's positions, one after each move, built from its replay document. */

import { mergePatch } from '#lib/merge.ts';
import type { Event, Own, Replay, ReplayStep, View } from '#lib/protocol.ts';

/** Whose eyes: a seat's, those of somebody looking on, or all hands open. */
export type Eyes = number | 'watcher' | 'open';

export interface Frame {
	ply: number; // moves made so far
	step?: ReplayStep; // the last of them; none at the start
	events: Event[]; // what came of it
	view: View; // what everybody may see
	own: Record<string, Own>; // by seat
}

/** Every position there is; what a move does not touch is the same object before and after it. */
export function framesOf({ start, steps }: Replay): Frame[] {
	const frames: Frame[] = [{ ply: 0, events: start.log, view: start.view, own: start.own }];
	for (const step of steps) frames.push(after(frames.at(-1)!, step));
	return frames;
}

function after({ ply, view, own }: Frame, step: ReplayStep): Frame {
	return {
		ply: ply + 1,
		step,
		events: step.log,
		view: mergePatch(view, step.patch) as View,
		own: mergePatch(own, step.own) as Frame['own']
	};
}

/** The position as these eyes see it. */
export function seenBy({ view, own }: Frame, eyes: Eyes): View {
	return typeof eyes === 'number' ? { ...view, ...own[eyes] } : view;
}
