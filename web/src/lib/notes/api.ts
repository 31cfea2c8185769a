import { ask } from '#lib/api.ts';
import type { Notes } from '#lib/protocol.ts';

const path = (code: string, ply?: number): string =>
	`/tables/${encodeURIComponent(code)}/notes${ply === undefined ? '' : `/${ply}`}`;

/** The server's door for notes; each call is answered with all that this person may read. May throw an ApiError. */
export const notesApi = {
	read: (code: string) => ask<Notes>('GET', path(code)),
	write: (code: string, ply: number, text: string, shared: boolean) =>
		ask<Notes>('PUT', path(code, ply), { text, shared }),
	erase: (code: string, ply: number) => ask<Notes>('DELETE', path(code, ply))
};
