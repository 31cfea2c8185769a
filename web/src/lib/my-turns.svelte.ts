import { api } from './api.ts';
import { visitor } from './visitor.svelte.ts';
import type { MyTurn } from './protocol.ts';

const WHILE_SEEN = 8_000;
const WHILE_HIDDEN = 60_000;

/** The tables at which it is this person's turn, on whatever page they are. */
class Turns {
	#mine = $state.raw<MyTurn[]>([]);
	#timer: ReturnType<typeof setTimeout> | undefined;

	get count(): number {
		return this.#mine.length;
	}

	/** What waits for them at this table. */
	at(code: string): MyTurn | undefined {
		return this.#mine.find((turn) => turn.code === code);
	}

	/** How many wait at other tables than this one, which knows by itself. */
	besides(code: string): number {
		return this.#mine.filter((turn) => turn.code !== code).length;
	}

	/** Asks now, and from then on again and again. */
	async ask(): Promise<void> {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.ask(), document.hidden ? WHILE_HIDDEN : WHILE_SEEN);
		const plays = visitor.known?.tables.some(({ status }) => status === 'open' || status === 'playing');
		if (!plays) return;
		this.#mine = await api.turns().catch(() => this.#mine); // the next time, perhaps
	}

	stop(): void {
		clearTimeout(this.#timer);
	}
}

export const turns = new Turns();

/** The system's sign on an installed app, where there is one. */
export function appBadge(count: number): void {
	const set = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
	set?.catch(() => undefined); // not allowed to
}
