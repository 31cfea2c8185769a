/** The part of a game's record that concerns its deal; engine/record.py reads all of it. */

export interface GameRecord {
	game: string;
	seats: string[]; // names
	first_seat?: number;
	seed?: string; // absent if there are `deals`
	deals?: unknown; // one per round, or a single deal
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
 * A check and its verdict; `unknown` if the record has no data for it, `unseen` if only another browser could tell.
 */
export interface Finding {
	verdict: 'right' | 'wrong' | 'unknown' | 'unseen';
	text: string;
	seen?: true; // compared with this browser's evidence
	cards?: { title: string; lines: string[] }; // the cards that were dealt
}
