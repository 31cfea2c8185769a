import { ask } from '../api.ts';
import type { BanRequest, Overview } from '../protocol.ts';

/** The administration API; each action returns the new overview. All may throw an ApiError. */
export const adminApi = {
	look: () => ask<Overview>('GET', '/admin'),
	ban: (order: BanRequest) => ask<Overview>('POST', '/admin/bans', order),
	lift: (ban: number, why: string) => ask<Overview>('POST', `/adminApi/bans/${ban}/lift`, { why }),
	settle: (report: number, why: string) =>
		ask<Overview>('POST', `/adminApi/reports/${report}/settle`, { why }),
	close: (code: string, why: string) =>
		ask<Overview>('POST', `/adminApi/tables/${encodeURIComponent(code)}/close`, { why })
};
