import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { historyApi, NO_FILTERS } from '#lib/history/api.ts';

const asked: string[] = [];

beforeEach(() => {
	asked.length = 0;
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path);
		return Response.json({ games: [] });
	});
	const options = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Asia/Tokyo' };
	vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
});

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

it('filters games by days of the reader’s time zone', async () => {
	await historyApi.games(true, { ...NO_FILTERS, since: '2026-11-22' });
	await historyApi.games(true, NO_FILTERS);
	expect(asked).toEqual([
		'/api/history?since=2026-11-22&zone=Asia%2FTokyo&mine=true',
		'/api/history?mine=true'
	]);
});
