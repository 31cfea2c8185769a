import { requestWithSession } from '../api.ts';
import type { BanRequest } from '../protocol.ts';

/** The administration API; each action returns the new overview. All may throw an ApiError. */
export const adminApi = {
	overview: () => requestWithSession('GET /admin', {}),
	ban: (order: BanRequest) => requestWithSession('POST /admin/bans', {}, order),
	unban: (number: number, why: string) =>
		requestWithSession('POST /admin/bans/{number}/lift', { number }, { why }),
	resolveReport: (number: number, why: string) =>
		requestWithSession('POST /admin/reports/{number}/settle', { number }, { why }),
	bugReport: (number: number) => requestWithSession('GET /admin/reports/{number}/problem', { number }),
	packCards: (name: string) => requestWithSession('GET /admin/packs/{name}', { name }),
	hidePack: (name: string, why: string) =>
		requestWithSession('POST /admin/packs/{name}/hide', { name }, { why }),
	showPack: (name: string, why: string) =>
		requestWithSession('POST /admin/packs/{name}/show', { name }, { why }),
	closeTable: (code: string, why: string) =>
		requestWithSession('POST /admin/tables/{code}/close', { code }, { why })
};
