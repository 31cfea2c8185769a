import { ask } from '#lib/api.ts';

/** Requests about notes; each returns all notes that this person may read. All may throw an ApiError. */
export const notesApi = {
	read: (code: string) => ask('GET /tables/{code}/notes', { code }),
	write: (code: string, ply: number, text: string, shared: boolean) =>
		ask('PUT /tables/{code}/notes/{ply}', { code, ply }, { text, shared }),
	erase: (code: string, ply: number) => ask('DELETE /tables/{code}/notes/{ply}', { code, ply })
};
