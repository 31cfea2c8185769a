/** The hand as it is held. */

export interface Pile {
	number: number;
	count: number;
}

/** Like cards in one pile, in the order the player wants. */
export function pilesOf(hand: readonly number[], sort: 'up' | 'down'): Pile[] {
	const counts = new Map<number, number>();
	for (const card of hand) counts.set(card, (counts.get(card) ?? 0) + 1);
	const piles = [...counts].map(([number, count]) => ({ number, count }));
	return piles.sort((a, b) => (sort === 'up' ? a.number - b.number : b.number - a.number));
}
