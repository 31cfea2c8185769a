import type { GameParts } from '#lib/game-definition.ts';
import type { LogEntry } from '#lib/protocol.ts';

/** What a substitute played for a seat since its player's own last move, and the version of its last move. */
export interface Substituted {
	moves: string[];
	version: number;
}

/** From the log that everybody sees; no moves if the player has made one since. */
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
