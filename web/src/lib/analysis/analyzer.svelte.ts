import { codeOf, requestWithSession } from '#lib/api.ts';
import { poll } from '#lib/poll.ts';
import type { Analysis } from '#lib/protocol.gen.ts';

const INTERVAL_MS = 1_000;

/** Requests the analysis of a game again and again until it is complete; the server stops when requests do. */
export class Analyzer {
	readonly #code: string;
	#stop = (): void => {};
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
		this.cancel();
		this.#running = true;
		this.#error = undefined;
		this.#stop = poll(
			() => requestWithSession('GET /replays/{code}/analysis', { code: this.#code }),
			(status) => {
				[this.#done, this.#of, this.#analysis] = [status.done, status.of, status.analysis];
				this.#running = !status.analysis;
				return this.#running ? INTERVAL_MS : undefined;
			},
			(error) => {
				this.#error = codeOf(error);
				this.#running = false;
				return undefined;
			}
		);
	}

	cancel(): void {
		this.#stop();
		this.#running = false;
	}
}
