/** The end, told one color after the other: its cats, its largest group, the sum. First those that seats hold. */

import type { Result } from './protocol.ts';
import { COLORS, type Color } from './words.ts';

const PAUSE = 1_700; // milliseconds a color
const TICK = 60;

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
	readonly told: Told[];
	#at = $state(0);
	#counted = $state(0);
	#timers: ReturnType<typeof setInterval>[] = [];

	/** Without motion everything is told at once. */
	constructor(result: Result, moving: boolean) {
		this.told = order(result);
		if (!moving) this.#at = this.told.length;
	}

	start(): () => void {
		this.#timers = [setInterval(() => this.#next(), PAUSE), setInterval(() => (this.#counted += 1), TICK)];
		return () => this.#timers.forEach(clearInterval);
	}

	/** The color that is told now; none once all are. */
	get current(): Told | undefined {
		return this.told[this.#at];
	}

	/** Points counted so far of the color that is told now. */
	get points(): number {
		return Math.min(this.#counted, this.current?.points ?? 0);
	}

	finish(): void {
		this.#at = this.told.length;
		this.#timers.forEach(clearInterval);
	}

	#next(): void {
		this.#at += 1;
		this.#counted = 0;
		if (this.#at >= this.told.length) this.finish();
	}
}
