/** What went wrong in a game, as far as it bears on the way through it. */

/** How a paradox came about; moves are counted from 0, so the position after one has the next number. */
export interface Autopsy {
	round: number;
	causer: number;
	ply: number;
	chances: { ply: number; chance: number; deals: number }[];
	fatal: number | null; // the move of its causer after which nothing helped any more
	doomed: boolean;
}
