/** Provable shuffles, byte for byte as in engine/shuffle.py. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, createView, utf8ToBytes } from '@noble/hashes/utils.js';

const DOMAIN = utf8ToBytes('boxcats/1');
const WORD_RANGE = 2 ** 32;
const WORD_BYTES = 4;

/** The commitment to the server's secret, shown when the table was opened. */
export const commitment = (secret: Uint8Array): Uint8Array => sha256(concatBytes(DOMAIN, secret));

/** Derives a game's seed from the secret, the table's code and each seat's salt. */
export function seedFrom(secret: Uint8Array, table: string, salts: Uint8Array[]): Uint8Array {
	const salted = salts.flatMap((salt) => [Uint8Array.of(salt.length), salt]);
	return hmac(sha256, secret, concatBytes(DOMAIN, utf8ToBytes(table), ...salted));
}

/** An endless stream of random 4-byte words, determined by a seed and a label. */
export class Stream {
	readonly #seed: Uint8Array;
	readonly #label: Uint8Array;
	#words: number[] = []; // of the current block, next one last
	#counter = 0;

	constructor(seed: Uint8Array, label: string) {
		this.#seed = seed;
		this.#label = utf8ToBytes(label);
	}

	/** Returns a number from 0 to n - 1 without bias. */
	below(n: number): number {
		for (;;) {
			const word = this.#next();
			const drawn = word % n;
			if (word - drawn <= WORD_RANGE - n) return drawn; // rejects the last, incomplete range of n
		}
	}

	/** Returns the items in random order. */
	shuffle<T>(items: readonly T[]): T[] {
		const order = [...items];
		for (let i = order.length - 1; i > 0; i--) {
			const j = this.below(i + 1);
			[order[i], order[j]] = [order[j]!, order[i]!];
		}
		return order;
	}

	#next(): number {
		if (this.#words.length === 0) this.#words = this.#block().reverse();
		return this.#words.pop()!;
	}

	#block(): number[] {
		const counter = new Uint8Array(WORD_BYTES);
		createView(counter).setUint32(0, this.#counter++);
		const view = createView(hmac(sha256, this.#seed, concatBytes(this.#label, counter)));
		const words = Array.from({ length: view.byteLength / WORD_BYTES }, (_, i) => i * WORD_BYTES);
		return words.map((at) => view.getUint32(at));
	}
}
