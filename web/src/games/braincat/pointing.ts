/** The cat's gesture: from a drag or a key to one of the two clues. */

import type { View } from './protocol.ts';

const FAR_ENOUGH = 24; // pixels

/** Returns the clues to which the cat may point, in the order of the chain. */
export function pointable(view: View, order: readonly number[]): number[] {
	const at = view.legal?.at ?? [];
	return order.filter((clue) => at.includes(clue));
}

/** Returns the clue toward which the paw has been dragged; undefined while it is near its place. */
export function pulled([before, after]: readonly number[], pull: number): number | undefined {
	if (Math.abs(pull) < FAR_ENOUGH) return undefined;
	return pull < 0 ? before : after;
}
