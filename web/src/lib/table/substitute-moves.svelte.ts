import type { GameParts } from '#lib/game-definition.ts';
import type { LogEntry } from '#lib/protocol.ts';

/** A substitute's moves since the player's own last move, and the version of the last one. */
export interface Substituted {
	moves: string[];
	version: number;
}

/** Versions of tables up to which a substitute's moves were read: kept while the notice about them comes and goes. */
class ReadMoves {
	#versions = $state.raw<Record<string, number>>({});

	/** Returns the version for a table's code; -1 if none were read. */
	upTo(code: string): number {
		return this.#versions[code] ?? -1;
	}

	note(code: string, version: number): void {
		this.#versions = { ...this.#versions, [code]: version };
	}
}

export const readMoves = new ReadMoves();

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
