import { ask } from '../api.ts';
import type { Order, Overview } from '../protocol.ts';

/** What administrators see and do; every act is answered with how it looks then. All may throw an ApiError. */
export const adminApi = {
	look: () => ask<Overview>('GET', '/admin'),
	ban: (order: Order) => ask<Overview>('POST', '/admin/bans', order),
	lift: (ban: number, why: string) => ask<Overview>('POST', `/adminApi/bans/${ban}/lift`, { why }),
	settle: (report: number, why: string) =>
		ask<Overview>('POST', `/adminApi/reports/${report}/settle`, { why }),
	close: (code: string, why: string) =>
		ask<Overview>('POST', `/adminApi/tables/${encodeURIComponent(code)}/close`, { why })
};
