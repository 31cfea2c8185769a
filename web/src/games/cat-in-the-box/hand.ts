/** Groups and sorts the hand. */

export interface Pile {
	number: number;
	count: number;
}

/** Returns stacks of equal cards in the order that the player has chosen. */
export function pilesOf(hand: readonly number[], sort: 'up' | 'down'): Pile[] {
	const counts = new Map<number, number>();
	for (const card of hand) counts.set(card, (counts.get(card) ?? 0) + 1);
	const piles = [...counts].map(([number, count]) => ({ number, count }));
	return piles.sort((a, b) => (sort === 'up' ? a.number - b.number : b.number - a.number));
}
