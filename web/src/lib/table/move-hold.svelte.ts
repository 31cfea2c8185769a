const SECOND = 1_000; // milliseconds

/** Holds a move on this page while its player may take it back. */
export class MoveHold<Move extends object> {
	#move = $state.raw<Move>();
	#left = $state(0);
	#timers: ReturnType<typeof setTimeout>[] = [];

	/** The held move and the seconds left. */
	get held(): { move: Move; left: number } | undefined {
		return this.#move && { move: this.#move, left: this.#left };
	}

	/** Holds the move for this number of milliseconds, then calls `letGo`. */
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

	/** Discards the held move. */
	drop(): void {
		this.#timers.forEach(clearTimeout);
		this.#timers = [];
		this.#move = undefined;
	}
}
