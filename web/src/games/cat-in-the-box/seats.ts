/** Who sits where, seen from one seat. */

/** All seats clockwise, beginning with one's own; a spectator sees them from seat 0. */
export function clockwiseFrom(seat: number | undefined, seats: number): number[] {
	return Array.from({ length: seats }, (_, step) => ((seat ?? 0) + step) % seats);
}

const FAR = 'far-left / far-left / far-right / far-right';

/** Places of a wide table, clockwise from one's left, by how many others there are. */
const AROUND: Record<number, string[]> = {
	1: [FAR],
	2: ['left', 'right'],
	3: ['left', FAR, 'right'],
	4: ['left', 'far-left', 'far-right', 'right']
};

/** Where each seat sits on a wide table. */
export function areasOf(clockwise: readonly number[]): Record<number, string> {
	const others = AROUND[clockwise.length - 1] ?? [];
	return Object.fromEntries(
		clockwise.map((seat, step) => [seat, step === 0 ? 'mine' : (others[step - 1] ?? FAR)])
	);
}
