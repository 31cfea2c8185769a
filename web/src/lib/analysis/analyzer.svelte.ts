import { codeOf, requestWithSession } from '#lib/api.ts';
import type { Analysis } from '#lib/protocol.gen.ts';

const INTERVAL_MS = 1_000;

/** Requests the analysis of a game again and again until it is complete; the server stops when requests do. */
export class Analyzer {
	readonly #code: string;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#running = $state(false);
	#done = $state(0);
	#of = $state(0);
	#analysis = $state.raw<Analysis>();
	#error = $state<string>();

	constructor(code: string) {
		this.#code = code;
	}

	get running(): boolean {
		return this.#running;
	}

	get done(): number {
		return this.#done;
	}

	/** The number of moves; 0 while the analysis waits. */
	get of(): number {
		return this.#of;
	}

	get analysis(): Analysis | undefined {
		return this.#analysis;
	}

	/** The code of the error that ended it. */
	get error(): string | undefined {
		return this.#error;
	}

	start(): void {
		this.#running = true;
		this.#error = undefined;
		void this.#ask();
	}

	cancel(): void {
		clearTimeout(this.#timer);
		this.#running = false;
	}

	async #ask(): Promise<void> {
		try {
			const status = await requestWithSession('GET /replays/{code}/analysis', { code: this.#code });
			if (!this.#running) return;
			[this.#done, this.#of, this.#analysis] = [status.done, status.of, status.analysis];
			if (status.analysis) this.#running = false;
			else this.#timer = setTimeout(() => void this.#ask(), INTERVAL_MS);
		} catch (error) {
			this.#error = codeOf(error);
			this.#running = false;
		}
	}
}
