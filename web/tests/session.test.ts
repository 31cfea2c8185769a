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

it('an account that another tab signed out is missed', async () => {
	const { session, becomeElsewhere } = await guestWithTabs();
	becomeElsewhere({ ...ME, who: 'b', name: 'Ada', account: true });
	await vi.waitUntil(() => session.name === 'Ada');
	becomeElsewhere({ ...ME, who: 'c', name: 'Tigger', account: false });
	await vi.waitUntil(() => session.name === 'Tigger');
	expect(session.lost?.name).toBe('Ada');
});

const REGISTERED = { ...ME, who: 'a', name: 'Ada', account: true };

/** Returns a session whose request finds its guest's session ended, as it is when another tab registers the guest. */
async function guestRegisteredElsewhere() {
	const { session, becomeElsewhere } = await guestWithTabs();
	const answer = Promise.withResolvers<Response>();
	const found = globalThis.fetch;
	vi.stubGlobal('fetch', async () => {
		vi.stubGlobal('fetch', found);
		return answer.promise;
	});
	remember({ who: 'a', name: 'Miso', account: false, plays: true });
	const loaded = session.load();
	await vi.waitUntil(() => globalThis.fetch === found);
	const end = () => answer.resolve(Response.json({ code: 'no_session' }, { status: 401 }));
	return { session, loaded, end, register: () => becomeElsewhere(REGISTERED) };
}

it('a registration in another tab is followed while the ended session is looked for', async () => {
	const { session, loaded, end, register } = await guestRegisteredElsewhere();
	register();
	end();
	expect((await loaded).account).toBe(true);
	expect(session.lost).toBeUndefined();
});

it('a registration in another tab is followed after the ended session was missed', async () => {
	const { session, loaded, end, register } = await guestRegisteredElsewhere();
	end();
	await vi.waitUntil(() => session.lost !== undefined);
	register();
	expect((await loaded).account).toBe(true);
	await vi.waitUntil(() => session.lost === undefined);
});
