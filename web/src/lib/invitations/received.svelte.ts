import type { Invitation, MyTurn } from '#lib/protocol.ts';
import { invitationsApi } from './api.ts';

/** The open invitations to this player. */
export class Received {
	#list = $state.raw<Invitation[]>([]);
	#codes: string | undefined = ''; // tables of the list; undefined if it has to be loaded again
	#changes = 0; // responses to earlier requests are outdated

	get list(): Invitation[] {
		return this.#list;
	}

	/** To be called with every poll: loads the list if an invitation has come or gone, or the last load failed. */
	async update(waiting: readonly MyTurn[]): Promise<void> {
		const codes = waiting.map(({ code }) => code).join();
		if (codes === this.#codes) return;
		this.#codes = codes;
		const change = ++this.#changes;
		const list = codes ? await invitationsApi.received().catch(() => undefined) : [];
		if (change !== this.#changes) return;
		if (list) this.#list = list;
		else this.#codes = undefined;
	}

	/** Declines the invitation to this table. May throw an ApiError. */
	async decline(code: string): Promise<void> {
		this.#list = await invitationsApi.decline(code);
		this.#changes += 1;
		this.#codes = undefined; // a response that is dropped now may have had a new one
	}
}
