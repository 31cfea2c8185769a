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

/** The positions, each computed when it is first needed; unchanged parts are shared between them. */
export class Frames<G extends Game = AnyGame> {
	readonly #frames: Frame<G>[];
	readonly #steps: Replay<G>['steps'];

	constructor({ start, steps }: Replay<G>) {
		this.#frames = [{ ply: 0, events: start.log, view: start.view, own: start.own }];
		this.#steps = steps;
	}

	/** The position after this number of moves; undefined if there are not as many. */
	at(ply: number): Frame<G> | undefined {
		while (this.#frames.length <= ply) {
			const step = this.#steps[this.#frames.length - 1];
			if (!step) return;
			this.#frames.push(after(this.#frames.at(-1)!, step));
		}
		return this.#frames[ply];
	}

	all(): Frame<G>[] {
		this.at(this.#steps.length);
		return this.#frames;
	}
}

/** All positions. */
export const framesOf = <G extends Game>(document: Replay<G>): Frame<G>[] => new Frames(document).all();

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
