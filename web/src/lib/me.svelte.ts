import { api, untilAnswered } from './api.ts';
import type { Me } from './protocol.ts';

/** Who this person is to the server: a guest, made with the first answer. */
class Visitor {
	#me = $state.raw<Me>();
	#trouble = $state<string>();

	get known(): Me | undefined {
		return this.#me;
	}

	get name(): string {
		return this.#me?.name ?? '';
	}

	/** Why there is no answer yet; it is tried again. */
	get trouble(): string | undefined {
		return this.#trouble;
	}

	/** Asks until there is an answer: everything else needs the session it brings. */
	async load(): Promise<Me> {
		this.#me = await untilAnswered(api.me, (code) => (this.#trouble = code));
		this.#trouble = undefined;
		return this.#me;
	}

	/** Whoever the server says this person is now. */
	become(me: Me): void {
		this.#me = me;
	}

	/** @throws ApiError `bad_name` when it is not 2-20 characters. */
	async rename(name: string): Promise<void> {
		this.#me = await api.rename(name);
	}
}

export const visitor = new Visitor();
