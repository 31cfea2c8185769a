import { ask } from '../api.ts';
import type { BanRequest } from '../protocol.ts';

/** The administration API; each action returns the new overview. All may throw an ApiError. */
export const adminApi = {
	look: () => ask('GET /admin', {}),
	ban: (order: BanRequest) => ask('POST /admin/bans', {}, order),
	lift: (number: number, why: string) => ask('POST /admin/bans/{number}/lift', { number }, { why }),
	settle: (number: number, why: string) => ask('POST /admin/reports/{number}/settle', { number }, { why }),
	close: (code: string, why: string) => ask('POST /admin/tables/{code}/close', { code }, { why })
};
