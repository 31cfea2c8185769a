/** The record of a game as far as its deal goes; engine/record.py reads all of it. */

export interface GameRecord {
	game: string;
	seats: string[]; // names
	first_seat?: number;
	seed?: string; // or else `deals`
	deals?: unknown; // one a round, or the only one by itself
	moves: [seat: number | null, move: { kind: string; [value: string]: unknown }][];
	fairness?: Fairness;
}

export interface Fairness {
	secret: string;
	table: string;
	salts: string[];
	commitment: string;
}

/**
 * What was looked at, and whether it is as it should be; `unknown` where the record does not tell,
 * `unseen` where another browser would have to.
 */
export interface Finding {
	verdict: 'right' | 'wrong' | 'unknown' | 'unseen';
	text: string;
	seen?: true; // it was compared with what this browser itself was shown
	cards?: { title: string; lines: string[] }; // what was dealt, to read
}
