import { requestWithSession } from '#lib/api.ts';

/** What this player does at a table that has not started, with the salts of its shuffle; `salts.ts` calls it. */
export const seatApi = {
	/** `terms_key` identifies the settings that the page shows. */
	sit: (code: string, seat: number, salt: string, terms_key: string) =>
		requestWithSession('PUT /tables/{code}/seats/{seat}', { code, seat }, { salt, terms_key }),
	addSalt: (code: string, salt: string) => requestWithSession('PUT /tables/{code}/salt', { code }, { salt }),
	leave: (code: string, seat: number, who: string) =>
		requestWithSession('DELETE /tables/{code}/seats/{seat}', { code, seat, who }),
	start: (code: string, terms_key: string) =>
		requestWithSession('POST /tables/{code}/start', { code }, { terms_key })
};
