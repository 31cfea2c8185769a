/** The number of seats of a table that has not started: only the host changes it. */

import { requestWithSession } from '#lib/api.ts';
import type { GameInfo, TableInfo } from '#lib/protocol.ts';
import { loadPart } from '#games/registry.ts';

/** Returns the numbers of seats that the host can choose at a table of this game, ascending. */
export async function seatCounts(game: GameInfo, info: TableInfo): Promise<number[]> {
	if (info.branched || info.deal_name) return [info.seats.length];
	const part = await loadPart(game.key, 'options');
	const people = info.seats.filter(({ kind }) => kind === 'person').length;
	const counts = part?.seatsFor(info.options, game.seats) ?? game.seats;
	return counts.filter((count) => count >= people);
}

/** Sets the number of seats and the bots for empty ones, and returns the changed table. */
export const changeSeats = (code: string, seats: number, bots: string): Promise<TableInfo> =>
	requestWithSession('PUT /tables/{code}/seats', { code }, { seats, bots });
