/** The number of seats of a table that has not started: only the host changes it. */

import type { GameInfo, TableInfo } from '#lib/protocol.ts';
import { loadPart } from '#games/registry.ts';

/** Returns the numbers of seats that the host can choose at this table, ascending. */
export type SeatCounts = (info: TableInfo) => number[];

/** Loads what decides about the seats of this game's tables; without a game they keep their seats. */
export async function seatCounts(game?: GameInfo): Promise<SeatCounts> {
	const part = await loadPart(game?.key ?? '', 'options');
	return ({ seats, options, branched, deal_name }) => {
		if (!game || branched || deal_name) return [seats.length];
		const people = seats.filter(({ kind }) => kind === 'person').length;
		const counts = part?.seatsFor(options, game.seats) ?? game.seats;
		return counts.filter((count) => count >= people);
	};
}
