/** The position of a seat at a table, in percent of its box. */
export interface Place {
	seat: number;
	x: number;
	y: number;
}

const REACH_X = 36;
const REACH_Y = 33;

/** The positions of all seats around a table, with the seat `bottom` nearest to the reader. */
export function placesAround(seats: number, bottom: number): Place[] {
	return Array.from({ length: seats }, (_, seat) => {
		const angle = Math.PI / 2 + ((seat - bottom) * 2 * Math.PI) / seats; // clockwise from the bottom
		return { seat, x: 50 + REACH_X * Math.cos(angle), y: 50 + REACH_Y * Math.sin(angle) };
	});
}
