import type { StatRow } from '#lib/game-definition.ts';
import type { GameTotals } from '#lib/protocol.ts';
import { m } from '#messages';

/** Formats the statistics of `Kibble.seat_results`. */
export default function stats({ games, counts }: GameTotals): StatRow[] {
	return [[m.kibble_pieces(), ((counts.pieces ?? 0) / games).toFixed(1)]];
}
