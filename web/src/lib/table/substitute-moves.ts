import type { GameParts } from '#lib/game-definition.ts';
import type { LogEntry } from '#lib/protocol.ts';

/** A substitute's moves since the player's own last move, and the version of the last one. */
export interface Substituted {
	moves: string[];
	version: number;
}

/** Extracts the moves from the public log; none if the player has moved since. */
export function substitutedMoves(
	log: readonly LogEntry[],
	seat: number,
	moveLabel: GameParts['moveLabel']
): Substituted {
	const moves: string[] = [];
	let version = -1;
	for (const entry of log.toReversed()) {
		const own = entry.events
			.filter((event) => event.seat === seat)
			.flatMap((event) => moveLabel(event) ?? []);
		if (!own.length) continue;
		if (!entry.caretaker) break;
		version = Math.max(version, entry.version);
		moves.unshift(...own);
	}
	return { moves, version };
}
