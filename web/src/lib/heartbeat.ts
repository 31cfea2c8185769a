export const PING_AFTER_MS = 4_000; // without a message
export const PONG_TIMEOUT_MS = 4_000;
export const CHECK_TIMEOUT_MS = 1_500; // for the answer to a ping when the page becomes visible again
export const OPEN_TIMEOUT_MS = 4_000;
const FIRST_BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 1_500;

/** Milliseconds before the nth attempt (from 0). Jitter spreads the reconnects after a restart of the server. */
export function backoff(attempt: number, random: () => number = Math.random): number {
	const full = Math.min(FIRST_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS);
	return full * (0.6 + 0.4 * random());
}

/** Sends a ping when no message has come for a while, and reports a connection that does not answer. */
export class Heartbeat {
	readonly #ping: () => void;
	readonly #onTimeout: () => void;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(ping: () => void, onTimeout: () => void) {
		this.#ping = ping;
		this.#onTimeout = onTimeout;
	}

	/** To be called for each message; any message counts as the answer to a ping. */
	received(): void {
		this.stop();
		this.#timer = setTimeout(() => this.check(PONG_TIMEOUT_MS), PING_AFTER_MS);
	}

	check(timeoutMs: number): void {
		this.stop();
		this.#timer = setTimeout(this.#onTimeout, timeoutMs);
		this.#ping();
	}

	stop(): void {
		clearTimeout(this.#timer);
	}
}
