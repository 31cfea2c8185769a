/** The names in sentences about a game, and the reader's own seat, to which they say "you". */
export interface SeatNames {
	names: readonly string[]; // by seat
	me: number | undefined;
}
