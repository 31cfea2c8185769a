/** Positions of the recorded games, which the engine wrote, as their seats see them. */

import type { View } from '#games/braincat/protocol.ts';
import { viewFrom } from '#lib/replay/frames.ts';
import { framesIn, type GAMES } from './games.ts';

type Name = keyof typeof GAMES;

/** A view, and the seat that has it. */
export type Seen = [view: View, seat: number];

/** Returns all views of all seats that fit. */
export const viewsWhere = (game: Name, fits: (view: View, seat: number) => boolean): Seen[] =>
	framesIn(game)
		.flatMap((frame) =>
			Array.from({ length: frame.view.seats }, (_, seat): Seen => [viewFrom(frame, seat), seat])
		)
		.filter(([view, seat]) => fits(view, seat));

/** Returns the first view that fits. */
export function viewWhere(game: Name, fits: (view: View, seat: number) => boolean): Seen {
	const [first] = viewsWhere(game, fits);
	if (!first) throw new Error(`${game} has no such position`);
	return first;
}
