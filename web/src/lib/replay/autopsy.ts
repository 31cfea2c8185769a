/** The analysis of paradoxes in a game. */

/** A paradox; moves are counted from 0, so the position after one has the next number. */
export interface Autopsy {
	round: number;
	causer: number;
	ply: number;
	chances: { ply: number; chance: number; deals: number }[];
	fatal: number | null; // the move after which it was unavoidable
	doomed: boolean;
}
