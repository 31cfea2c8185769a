/** The end, told one color after the other: its cats are counted, then its largest group. First those that seats hold. */

import type { Result } from './protocol.ts';
import { COLORS, type Color } from './labels.ts';

const TICK = 70; // milliseconds a point
const REST = 14; // ticks for which a sum stands before the next color comes

export interface Told {
	color: Color;
	seat: number | undefined; // who it was
	cats: number;
	group: number;
	points: number;
}

export function order(result: Result): Told[] {
	const held = result.identities as Color[];
	const rest = COLORS.filter((color) => !held.includes(color));
	return [...held, ...rest].map((color, index) => {
		const { cats, group, points } = result.colors[color]!;
		return { color, seat: index < held.length ? index : undefined, cats, group: group.length, points };
	});
}

export class Ending {
	readonly #told: Told[];
	#at = $state(0);
	#ticks = $state(0);
	#timer: ReturnType<typeof setInterval> | undefined;

	/** Without motion everything is told at once. */
	constructor(result: Result, moving: boolean) {
		this.#told = order(result);
		if (!moving) this.finish();
	}

	start(): () => void {
		if (this.counted) this.#timer = setInterval(() => this.#tick(), TICK);
		return () => clearInterval(this.#timer);
	}

	/** What has been counted of the color that is told now: at any moment the sum is right. None once all are told. */
	get counted(): Told | undefined {
		const now = this.#told[this.#at];
		if (!now) return undefined;
		const cats = Math.min(this.#ticks, now.cats);
		const group = Math.min(this.#ticks - cats, now.group);
		return { ...now, cats, group, points: cats + group };
	}

	finish(): void {
		this.#at = this.#told.length;
		clearInterval(this.#timer);
	}

	#tick(): void {
		this.#ticks += 1;
		if (this.#ticks < this.#told[this.#at]!.points + REST) return;
		this.#ticks = 0;
		this.#at += 1;
		if (!this.counted) this.finish();
	}
}
