import { requestWithSession } from '#lib/api.ts';
import type { DailyDay, PastDays, TableInfo } from '#lib/protocol.ts';

/** Requests about daily deals. All may throw an ApiError. */
export const dailyApi = {
	/** The deals of a day, or of today for an empty text. */
	day: (day: string): Promise<DailyDay> => requestWithSession('GET /daily', day ? { day } : {}),
	pastDays: (before: string): Promise<PastDays> => requestWithSession('GET /daily/days', { before }),
	play: (game: string, day: string): Promise<TableInfo> =>
		requestWithSession('POST /daily/{game}', { game }, { day })
};
