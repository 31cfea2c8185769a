/**
 * The result, revealed color by color: cats are counted, then the largest group; colors of seats come
 * first.
 */

import type { Result } from './protocol.ts';
import { COLORS, type Color } from './labels.ts';

const TICK = 70; // for each point
const PAUSE_STEPS = 14; // pause between two colors

export interface CountedCat {
	color: Color;
	seat: number | undefined; // its identity
	cats: number;
	group: number;
	points: number;
}

export function order(result: Result): CountedCat[] {
	const held = result.identities as Color[];
	const rest = COLORS.filter((color) => !held.includes(color));
	return [...held, ...rest].map((color, index) => {
		const { cats, group, points } = result.colors[color]!;
		return { color, seat: index < held.length ? index : undefined, cats, group: group.length, points };
	});
}

export class ResultReveal {
	readonly #order: CountedCat[];
	#at = $state(0);
	#ticks = $state(0);
	#timer: ReturnType<typeof setInterval> | undefined;

	/** With reduced motion everything is shown at once. */
	constructor(result: Result, moving: boolean) {
		this.#order = order(result);
		if (!moving) this.finish();
	}

	start(): () => void {
		if (this.counted) this.#timer = setInterval(() => this.#tick(), TICK);
		return () => clearInterval(this.#timer);
	}

	/** The count of the current color so far; undefined after the last one. */
	get counted(): CountedCat | undefined {
		const now = this.#order[this.#at];
		if (!now) return undefined;
		const cats = Math.min(this.#ticks, now.cats);
		const group = Math.min(this.#ticks - cats, now.group);
		return { ...now, cats, group, points: cats + group };
	}

	finish(): void {
		this.#at = this.#order.length;
		clearInterval(this.#timer);
	}

	#tick(): void {
		this.#ticks += 1;
		if (this.#ticks < this.#order[this.#at]!.points + PAUSE_STEPS) return;
		this.#ticks = 0;
		this.#at += 1;
		if (!this.counted) this.finish();
	}
}
