import { api, codeOf, onNoSession, untilAnswered } from './api.ts';
import {
	KEY,
	knownSessionOf,
	remember,
	remembered,
	rememberedText,
	type KnownSession
} from './known-session.ts';
import type { Me } from './protocol.ts';

/** The player of this browser's session; the server makes a new player a guest. */
class Session {
	#me = $state.raw<Me>();
	#errorCode = $state<string>();
	#lost = $state.raw<KnownSession>();
	#previous: KnownSession | undefined; // on this page so far
	#waiting: ((me: Me) => void)[] = [];

	get player(): Me | undefined {
		return this.#me;
	}

	get name(): string {
		return this.#me?.name ?? '';
	}

	/** The error code of the last attempt, which is repeated. */
	get errorCode(): string | undefined {
		return this.#errorCode;
	}

	/** The player of a lost session, until the player decides what to do. */
	get lost(): KnownSession | undefined {
		return this.#lost;
	}

	/**
	 * Loads the session, and repeats this until there is a response. If more than an unused guest was lost, the
	 * player decides what to do before a new guest is made.
	 */
	async load(): Promise<Me> {
		const before = this.#previous ?? remembered();
		const create = !before || !(await isWorthKeeping(before));
		const written = rememberedText();
		try {
			const me = await untilAnswered(
				() => api.me(create),
				(code) => (this.#errorCode = code)
			);
			if (!create && this.#previous && me.who !== this.#previous.who && !me.account)
				this.#lost = this.#previous;
			this.#become(me);
			return me;
		} catch (error) {
			if (codeOf(error) !== 'no_session' || !before) throw error;
			if (rememberedText() !== written && remembered()?.who === before.who) return this.load(); // of another tab
			this.#errorCode = undefined;
			this.#lost = before;
			return new Promise((resolve) => this.#waiting.push(resolve));
		}
	}

	/** Takes another player, after a login for example. */
	switchTo(me: Me): void {
		this.#lost = undefined;
		this.#become(me);
	}

	/** Continues with the current session or, if `create`, as a new guest; the lost one can still be recovered. */
	async start(create = true): Promise<void> {
		this.#become(await api.me(create));
	}

	/** Follows a login, a logout or a new name in another tab, to which this tab's requests belong as well. */
	follow(): void {
		const [now, before] = [remembered(), this.#previous];
		if (this.#lost && now?.who === this.#lost.who) void this.#regain().catch(() => undefined);
		if (!now || !before || this.#lost) return;
		if (now.who !== before.who || now.name !== before.name || now.account !== before.account)
			void (before.account ? this.load() : this.start(false)).catch(() => undefined); // the next request tells
	}

	/** Goes on with the session that another tab has opened for the same player. */
	async #regain(): Promise<void> {
		await this.start(false);
		this.dismissLost();
	}

	/** Gives up the lost session. */
	dismissLost(): void {
		this.#lost = undefined;
	}

	/** Forgets the player before an intended logout. */
	forget(): void {
		this.#previous = undefined;
		remember(undefined);
	}

	/** @throws ApiError `bad_name` when it is not 2-20 characters. */
	async rename(name: string): Promise<void> {
		this.#become(await api.rename(name));
	}

	#become(me: Me): void {
		this.#me = me;
		this.#errorCode = undefined;
		if (me.who) remember((this.#previous = knownSessionOf(me))); // absent on servers of the previous version
		for (const resolve of this.#waiting.splice(0)) resolve(me);
	}
}

/** Whether losing this session would lose an account, a seat or a salt. */
async function isWorthKeeping({ account, plays }: KnownSession): Promise<boolean> {
	const code = /^\/t\/(\w+)/.exec(globalThis.location?.pathname ?? '')?.[1]; // code of the table
	if (account || plays || !code) return account || plays;
	const { saltsOf } = await import('./fairness/evidence-store.ts');
	return saltsOf(code).length > 0;
}

export const session = new Session();
onNoSession(() => session.load());
globalThis.addEventListener?.('storage', ({ key }) => key === KEY && session.follow());
