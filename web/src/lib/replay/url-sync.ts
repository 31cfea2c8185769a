/** Keeps the position of a replay and the URL in sync, in both directions. */

import { movedTo, plyIn, plyOf } from './address.ts';

const UPDATE_DELAY_MS = 300; // browsers allow 100 changes of the URL in 30 s

interface Position {
	readonly ply: number;
	go(ply: number): void;
}

type Url = Pick<Location, 'pathname' | 'search' | 'hash'>;

export class UrlSync {
	readonly #replay: Position;
	readonly #url: () => Url;
	readonly #replace: (url: string) => void;
	#ply: number; // the position that the URL has, or shows by having none

	/** Goes to the position of the URL, or to `otherwise` if it has none. */
	constructor(replay: Position, otherwise: number, url: () => Url, replace: (url: string) => void) {
		this.#replay = replay;
		this.#url = url;
		this.#replace = replace;
		replay.go(plyOf(url()) ?? otherwise);
		this.#ply = replay.ply;
	}

	/** Updates the URL after a delay, if it has another position; returns a function that cancels it. */
	scheduleUpdate(ply: number): (() => void) | undefined {
		if (ply === this.#ply) return undefined;
		const timer = setTimeout(() => this.#replace(movedTo(this.#url(), (this.#ply = ply))), UPDATE_DELAY_MS);
		return () => clearTimeout(timer);
	}

	/** Goes to the position that was entered in the URL. */
	onHashChange(): void {
		const ply = plyIn(this.#url().hash);
		if (ply !== undefined) this.#replay.go(ply);
		this.#ply = this.#replay.ply;
	}
}
