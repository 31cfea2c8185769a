/** The masters that the reader has tagged in the current round, kept only in this browser. */

const KEY = 'boxcats.braincat.';

export class Tags {
	readonly #key: string;
	#tags = $state.raw<{ round: number; places: number[] }>({ round: -1, places: [] });

	constructor(code: string) {
		this.#key = KEY + code;
		try {
			const kept = localStorage.getItem(this.#key);
			if (kept) this.#tags = JSON.parse(kept) as { round: number; places: number[] };
		} catch {
			// without storage the tags last as long as the page
		}
	}

	/** Returns the tagged masters of this round, void rounds counted. */
	of(round: number): readonly number[] {
		return this.#tags.round === round ? this.#tags.places : [];
	}

	toggle(round: number, place: number): void {
		const places = this.of(round);
		const without = places.filter((one) => one !== place);
		this.#tags = { round, places: without.length < places.length ? without : [...places, place] };
		try {
			localStorage.setItem(this.#key, JSON.stringify(this.#tags));
		} catch {}
	}
}
