const SECOND = 1_000; // milliseconds

/** A move that its player may still take back: for so long it is on this page alone. */
export class MoveHold<Move extends object> {
	#move = $state.raw<Move>();
	#left = $state(0);
	#timers: ReturnType<typeof setTimeout>[] = [];

	/** The move that is held, and for how many seconds more. */
	get held(): { move: Move; left: number } | undefined {
		return this.#move && { move: this.#move, left: this.#left };
	}

	/** Holds the move for so many milliseconds, then lets it go. */
	start(move: Move, time: number, letGo: () => void): void {
		this.#move = move;
		this.#left = Math.ceil(time / SECOND);
		const tick = setInterval(() => (this.#left -= 1), SECOND);
		const end = setTimeout(() => {
			this.drop();
			letGo();
		}, time);
		this.#timers = [tick, end];
	}

	/** It was never made. */
	drop(): void {
		this.#timers.forEach(clearTimeout);
		this.#timers = [];
		this.#move = undefined;
	}
}
