import { codeOf } from '#lib/api.ts';
import { poll } from '#lib/poll.ts';
import type { DailyDay } from '#lib/protocol.ts';
import { session } from '#lib/session.svelte.ts';
import { dailyApi } from './api.ts';

const COUNTING_MS = 1_500; // until the score of a game that has just ended is asked for again, at first
const MAX_COUNTING_MS = 60_000;

/** The deals of a day as its page shows them. */
export class ShownDay {
	readonly #day: string;
	#deals = $state.raw<DailyDay>();
	#receivedAt = $state(0);
	#errorCode = $state<string>();
	#stop = (): void => {};

	/** `day` is empty for today. */
	constructor(day: string) {
		this.#day = day;
	}

	/** The last response; undefined before the first. */
	get deals(): DailyDay | undefined {
		return this.#deals;
	}

	/** When it came, as Date.now(). */
	get receivedAt(): number {
		return this.#receivedAt;
	}

	/** The error code of the last request. */
	get errorCode(): string | undefined {
		return this.#errorCode;
	}

	/** Loads the deals, and again, ever more slowly, while a score of this player is being counted. */
	load(): void {
		this.leave();
		this.#errorCode = undefined;
		let wait = COUNTING_MS / 2;
		this.#stop = poll(
			async () => {
				await session.load();
				return dailyApi.day(this.#day);
			},
			(deals) => {
				this.#deals = deals;
				this.#receivedAt = Date.now();
				wait = Math.min(wait * 2, MAX_COUNTING_MS);
				return deals.deals.some(({ mine }) => mine?.status === 'finished' && !mine.settled)
					? wait
					: undefined;
			},
			(error) => void (this.#errorCode = codeOf(error))
		);
	}

	leave(): void {
		this.#stop();
	}
}
