/** When to try again, and when a line counts as dead. All in milliseconds. */
export const PING_AFTER = 4_000; // of silence
export const DEAD_AFTER = 4_000; // without an answer to a ping
export const CHECK_WITHIN = 1_500; // the same, when the page comes back into view
export const OPEN_WITHIN = 4_000;
const FIRST_WAIT = 200;
const LONGEST_WAIT = 1_500;

/** How long to wait before the nth try (from 0); the jitter keeps a restarted server from being stormed. */
export function backoff(attempt: number, random: () => number = Math.random): number {
	const full = Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT);
	return full * (0.6 + 0.4 * random());
}

/** Pings a silent line and says when nobody answers. Anything heard counts as an answer. */
export class Heartbeat {
	readonly #ping: () => void;
	readonly #dead: () => void;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(ping: () => void, dead: () => void) {
		this.#ping = ping;
		this.#dead = dead;
	}

	heard(): void {
		this.stop();
		this.#timer = setTimeout(() => this.check(DEAD_AFTER), PING_AFTER);
	}

	check(within: number): void {
		this.stop();
		this.#timer = setTimeout(this.#dead, within);
		this.#ping();
	}

	stop(): void {
		clearTimeout(this.#timer);
	}
}
