/** The reader's guesses of identities, kept only in this browser. */

import type { Color } from './labels.ts';

const KEY = 'boxcats.guesses.';

export class Guesses {
	readonly #key: string;
	#notes = $state.raw<Record<string, Color>>({});

	constructor(code: string) {
		this.#key = KEY + code;
		try {
			this.#notes = JSON.parse(localStorage.getItem(this.#key) ?? '{}') as Record<string, Color>;
		} catch {
			// without storage the guesses last as long as the page
		}
	}

	of(seat: number): Color | undefined {
		return this.#notes[seat];
	}

	note(seat: number, color: Color | undefined): void {
		const { [seat]: _, ...others } = this.#notes;
		this.#notes = color ? { ...others, [seat]: color } : others;
		try {
			localStorage.setItem(this.#key, JSON.stringify(this.#notes));
		} catch {}
	}
}
