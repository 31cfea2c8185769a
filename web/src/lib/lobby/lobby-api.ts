import { requestWithSession } from '#lib/api.ts';

/** Lists of public tables. */
export const lobbyApi = {
	/** Open tables after those that the lobby's WebSocket sends. */
	furtherTables: (skip: number) => requestWithSession('GET /lobby/tables', { skip }),
	gamesToWatch: (skip: number) => requestWithSession('GET /lobby/games', { skip })
};
