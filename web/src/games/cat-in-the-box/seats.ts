/** Positions of the seats relative to the reader's. */

/** All seats clockwise from the reader's own; from seat 0 for a spectator. */
export function clockwiseFrom(seat: number | undefined, seats: number): number[] {
	return Array.from({ length: seats }, (_, step) => ((seat ?? 0) + step) % seats);
}

const FAR = 'far-left / far-left / far-right / far-right';

/** Positions at a wide table, clockwise from the reader's left, by number of opponents. */
const AROUND: Record<number, string[]> = {
	1: [FAR],
	2: ['left', 'right'],
	3: ['left', FAR, 'right'],
	4: ['left', 'far-left', 'far-right', 'right']
};

/** The position of each seat at a wide table. */
export function areasOf(clockwise: readonly number[]): Record<number, string> {
	const others = AROUND[clockwise.length - 1] ?? [];
	return Object.fromEntries(
		clockwise.map((seat, step) => [seat, step === 0 ? 'mine' : (others[step - 1] ?? FAR)])
	);
}
