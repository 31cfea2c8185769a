import { requestWithSession } from '#lib/api.ts';
import type { TableSettings } from '#lib/protocol.ts';

/** What only the host of a table that has not started may do; each returns the changed table. */
export const hostApi = {
	/** Sets the number of seats, the bots for empty ones and, if given, the settings: all or nothing. */
	changeSeats: (code: string, seats: number, bots: string, settings?: TableSettings) =>
		requestWithSession(
			'PUT /tables/{code}/seats',
			{ code },
			{ seats, bots, ...(settings && { terms: settings }) }
		),
	changeSettings: (code: string, settings: TableSettings) =>
		requestWithSession('PUT /tables/{code}/terms', { code }, settings),
	/** Removes this player from the seat. */
	remove: (code: string, seat: number, who: string, keep_out: boolean) =>
		requestWithSession('DELETE /tables/{code}/seats/{seat}', { code, seat, who, keep_out }),
	/** Lets a player sit down again who was kept out. */
	liftRemoval: (code: string, who: string) =>
		requestWithSession('DELETE /tables/{code}/kept_out/{who}', { code, who })
};
