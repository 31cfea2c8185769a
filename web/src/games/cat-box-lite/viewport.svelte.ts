/** The visible part of the play area: all of it until the reader drags, pinches or zooms. */

import type { Bounds } from './area.ts';

const MAX_SQUARE = 96; // pixels per square
const MIN_SQUARE = 14;
const STEP = 1.3;
const FOOTER_HEIGHT = 50; // pixels for the tools below the area

interface Finger {
	x: number;
	y: number;
}

export class Viewport {
	width = $state(0); // size of the frame in pixels
	height = $state(0);
	bounds = $state.raw<Bounds>({ left: 0, top: 0, right: 2, bottom: 2 });
	#own = $state.raw<{ x: number; y: number; unit: number }>(); // set by the reader: center and scale
	#fingers = new Map<number, Finger>();
	#moved = 0;

	/** Pixels per square. */
	get unit(): number {
		return this.#at.unit;
	}

	/** Column of the frame's left edge. */
	get left(): number {
		return this.#at.x - this.width / 2 / this.unit;
	}

	get top(): number {
		return this.#at.y - this.height / 2 / this.unit;
	}

	get fits(): boolean {
		return this.#own === undefined;
	}

	fit(): void {
		this.#own = undefined;
	}

	/** Zooms around a point of the frame. */
	zoom(by: number, x = this.width / 2, y = this.height / 2): void {
		const unit = Math.min(MAX_SQUARE, Math.max(MIN_SQUARE, this.unit * by));
		const [column, row] = this.squareAt(x, y);
		this.#own = {
			x: column + (this.width / 2 - x) / unit,
			y: row + (this.height / 2 - y) / unit,
			unit
		};
	}

	nearer = (): void => this.zoom(STEP);
	farther = (): void => this.zoom(1 / STEP);

	squareAt(x: number, y: number): [number, number] {
		return [this.left + x / this.unit, this.top + y / this.unit];
	}

	/** The number of fingers on the frame. */
	get fingers(): number {
		return this.#fingers.size;
	}

	/** Whether the gesture was more than a tap. */
	get dragged(): boolean {
		return this.#moved > 8;
	}

	press(id: number, x: number, y: number): void {
		if (this.#fingers.size === 0) this.#moved = 0;
		this.#fingers.set(id, { x, y });
	}

	release(id: number): void {
		this.#fingers.delete(id);
	}

	/** One finger drags, two pinch. */
	drag(id: number, x: number, y: number): void {
		const before = this.#fingers.get(id);
		if (!before) return;
		const other = [...this.#fingers].find(([key]) => key !== id)?.[1];
		this.#fingers.set(id, { x, y });
		this.#moved += Math.hypot(x - before.x, y - before.y);
		if (!this.dragged) return;
		if (other) {
			const spread =
				Math.hypot(x - other.x, y - other.y) /
				Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
			this.zoom(spread, (x + other.x) / 2, (y + other.y) / 2);
		}
		const share = other ? 2 : 1;
		const { x: column, y: row, unit } = this.#at;
		this.#own = { x: column - (x - before.x) / share / unit, y: row - (y - before.y) / share / unit, unit };
	}

	get #at(): { x: number; y: number; unit: number } {
		if (this.#own) return this.#own;
		const { left, right, top, bottom } = this.bounds;
		const high = Math.max(0, this.height - FOOTER_HEIGHT);
		const unit = Math.min(this.width / (right - left), high / (bottom - top), MAX_SQUARE) || MIN_SQUARE;
		return { x: (left + right) / 2, y: (top + bottom) / 2 + FOOTER_HEIGHT / 2 / unit, unit };
	}
}
