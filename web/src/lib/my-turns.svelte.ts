import { api } from './api.ts';
import { session } from './session.svelte.ts';
import type { MyTurn } from './protocol.ts';

const VISIBLE_INTERVAL_MS = 8_000;
const HIDDEN_INTERVAL_MS = 60_000;

/** The tables at which it is this person's turn. */
class Turns {
	#mine = $state.raw<MyTurn[]>([]);
	#timer: ReturnType<typeof setTimeout> | undefined;

	get count(): number {
		return this.#mine.length;
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
		clearTimeout(this.#timer);
		this.#timer = setTimeout(
			() => void this.ask(),
			document.hidden ? HIDDEN_INTERVAL_MS : VISIBLE_INTERVAL_MS
		);
		const plays = session.player?.tables.some(({ status }) => status === 'open' || status === 'playing');
		if (!plays) return;
		this.#mine = await api.turns().catch(() => this.#mine); // tried again with the next poll
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
