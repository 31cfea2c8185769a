import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryOf, shownIn } from '#lib/history/address.ts';
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

it('writes list and filters into the URL and reads them from it', () => {
	const shown = { of: 'public', filters: { ...NO_FILTERS, player: 'Ada & Bo', since: '2026-11-22' } };
	expect(queryOf(shown)).toBe('?of=public&player=Ada+%26+Bo&since=2026-11-22');
	expect(shownIn(new URLSearchParams(queryOf(shown)))).toEqual(shown);
	expect(shownIn(new URLSearchParams())).toEqual({ of: 'mine', filters: NO_FILTERS });
});

it('restores a session that has ended and imports the record then', async () => {
	await import('#lib/session.svelte.ts');
	const answers = [
		Response.json({ code: 'no_session' }, { status: 401 }),
		Response.json({ who: 'a', name: 'Ada', tables: [] }),
		Response.json({ code: 'abcdefghij', known: false })
	];
	vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
		asked.push(body ? `${path} ${body as string}` : path);
		return answers.shift();
	});
	expect((await historyApi.importRecord('{}')).code).toBe('abcdefghij');
	expect(asked).toEqual(['/api/imports {}', '/api/me', '/api/imports {}']);
});
