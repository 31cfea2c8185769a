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

const ME = { cat: 'miso', named: true, admin: false, open_reports: 0, tables: [], security_events: [] };

/** Returns a session whose player is a guest, in a browser where another tab can store a player. */
async function guestWithTabs() {
	const tabs = new EventTarget();
	vi.stubGlobal('addEventListener', tabs.addEventListener.bind(tabs));
	const answers = [{ ...ME, who: 'a', name: 'Miso', account: false }];
	vi.stubGlobal('fetch', async () => Response.json(answers.at(-1)));
	const { session } = await import('#lib/session.svelte.ts');
	await session.load();
	const becomeElsewhere = (me: (typeof answers)[number]) => {
		answers.push(me);
		remember({ ...me, plays: false });
		tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'boxcats.me' }));
	};
	return { session, becomeElsewhere };
}

it('a login in another tab is followed', async () => {
	const { session, becomeElsewhere } = await guestWithTabs();
	becomeElsewhere({ ...ME, who: 'b', name: 'Ada', account: true });
	await vi.waitUntil(() => session.name === 'Ada');
	expect(session.lost).toBeUndefined();
});

it('an unused guest that another tab replaced is not missed', async () => {
	const { session, becomeElsewhere } = await guestWithTabs();
	becomeElsewhere({ ...ME, who: 'b', name: 'Tigger', account: false });
	await vi.waitUntil(() => session.name === 'Tigger');
	expect(session.lost).toBeUndefined();
});
