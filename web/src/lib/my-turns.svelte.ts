import { api } from './api.ts';
import { session } from './session.svelte.ts';
import type { MyTurn } from './protocol.ts';

const PLAYING_INTERVAL_MS = 8_000;
const IDLE_INTERVAL_MS = 24_000;
const HIDDEN_INTERVAL_MS = 60_000;

/** The tables that wait for this player: at which it is their turn, or to which they are invited. */
class Turns {
	#mine = $state.raw<MyTurn[]>([]);
	#timer: ReturnType<typeof setTimeout> | undefined;
	#latest = 0; // request: earlier ones may be about an account that was signed out

	get count(): number {
		return this.#mine.length;
	}

	/** The invitations among them; a new list with every poll. */
	get invitations(): MyTurn[] {
		return this.#mine.filter(({ invitation }) => invitation);
	}

	/** The turn at this table, if any. */
	at(code: string): MyTurn | undefined {
		return this.#mine.find((turn) => turn.code === code);
	}

	/** The number of waiting tables besides this one. */
	besides(code: string): number {
		return this.#mine.filter((turn) => turn.code !== code).length;
	}

	/** Loads the list now and periodically. */
	async ask(): Promise<void> {
		const { account, tables = [] } = session.player ?? {};
		const plays = tables.some(({ status }) => status === 'open' || status === 'playing');
		const visible = plays ? PLAYING_INTERVAL_MS : IDLE_INTERVAL_MS;
		const request = ++this.#latest;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.ask(), document.hidden ? HIDDEN_INTERVAL_MS : visible);
		if (!account && !tables.length) return void (this.#mine = []); // nobody invites a guest who has never played
		const found = await api.turns().catch(() => this.#mine); // tried again with the next poll
		if (request === this.#latest) this.#mine = found;
	}

	stop(): void {
		clearTimeout(this.#timer);
	}
}

export const turns = new Turns();

/** Shows a badge on the installed app, where the system supports it. */
export function appBadge(count: number): void {
	const set = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
	set?.catch(() => undefined); // permission denied
}
