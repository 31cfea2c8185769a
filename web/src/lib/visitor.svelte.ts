import { api, codeOf, onNoSession, untilAnswered } from './api.ts';
import { knownOf, remember, remembered, type Known } from './known-visitor.ts';
import type { Me } from './protocol.ts';

/** Who this person is to the server: a newcomer is made a guest with the first answer. */
class Visitor {
	#me = $state.raw<Me>();
	#errorCode = $state<string>();
	#lost = $state.raw<Known>();
	#was: Known | undefined; // on this page
	#waiting: ((me: Me) => void)[] = [];

	get known(): Me | undefined {
		return this.#me;
	}

	get name(): string {
		return this.#me?.name ?? '';
	}

	/** Why there is no answer yet; it is tried again. */
	get errorCode(): string | undefined {
		return this.#errorCode;
	}

	/** Who this browser was until its session was lost, while its person has not decided what to do. */
	get lost(): Known | undefined {
		return this.#lost;
	}

	/**
	 * Asks until there is an answer: everything else needs the session it brings. Who had more than an unused
	 * guest to lose decides first: nobody becomes a new guest unasked.
	 */
	async load(): Promise<Me> {
		const before = this.#was ?? remembered();
		const create = !before || !(await matters(before));
		try {
			const me = await untilAnswered(
				() => api.me(create),
				(code) => (this.#errorCode = code)
			);
			if (this.#was && me.who !== this.#was.who && !me.account) this.#lost = this.#was;
			this.#become(me);
			return me;
		} catch (error) {
			if (codeOf(error) !== 'no_session' || !before) throw error;
			this.#errorCode = undefined;
			this.#lost = before;
			return new Promise((resolve) => this.#waiting.push(resolve));
		}
	}

	/** Whoever the server says this person is now. */
	become(me: Me): void {
		this.#lost = undefined;
		this.#become(me);
	}

	/** Goes on as a new guest, or as who this browser is by now; what was lost is still asked about. */
	async start(): Promise<void> {
		this.#become(await api.me());
	}

	/** Nothing more is asked about a session that was lost. */
	giveUp(): void {
		this.#lost = undefined;
	}

	/** This person leaves on purpose. */
	forget(): void {
		this.#was = undefined;
		remember(undefined);
	}

	/** @throws ApiError `bad_name` when it is not 2-20 characters. */
	async rename(name: string): Promise<void> {
		this.#become(await api.rename(name));
	}

	#become(me: Me): void {
		this.#me = me;
		if (me.who) remember((this.#was = knownOf(me))); // a server of the version before does not say it
		for (const found of this.#waiting.splice(0)) found(me);
	}
}

/** Whether it would be a loss not to be this person any more. */
async function matters({ account, plays }: Known): Promise<boolean> {
	const code = /^\/t\/(\w+)/.exec(globalThis.location?.pathname ?? '')?.[1]; // of the table that this page is at
	if (account || plays || !code) return account || plays;
	const { saltsOf } = await import('./fairness/evidence-store.ts');
	return saltsOf(code).length > 0;
}

export const visitor = new Visitor();
onNoSession(() => visitor.load());
