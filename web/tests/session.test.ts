import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { remember } from '#lib/known-session.ts';
import { fakeStorage } from './fake-storage.ts';

beforeEach(() => {
	vi.stubGlobal('localStorage', fakeStorage());
	vi.resetModules();
});

afterEach(() => {
	vi.unstubAllGlobals();
	vi.resetModules();
});

it('a lost account is not replaced by a new guest', async () => {
	const asked: string[] = [];
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path);
		return Response.json({ code: 'no_session' }, { status: 401 });
	});
	remember({ who: 'x', name: 'Ada', account: true, plays: false });
	const { session } = await import('#lib/session.svelte.ts');
	void session.load();
	await vi.waitUntil(() => session.lost !== undefined);
	expect(asked).toEqual(['/api/me?create=false']);
	expect(session.lost?.name).toBe('Ada');
	expect(session.player).toBeUndefined();
});
