import { requestWithSession } from '#lib/api.ts';

/** Requests about notes; each returns all notes that this player may read. All may throw an ApiError. */
export const notesApi = {
	read: (code: string) => requestWithSession('GET /tables/{code}/notes', { code }),
	write: (code: string, ply: number, text: string, shared: boolean) =>
		requestWithSession('PUT /tables/{code}/notes/{ply}', { code, ply }, { text, shared }),
	erase: (code: string, ply: number) => requestWithSession('DELETE /tables/{code}/notes/{ply}', { code, ply })
};
