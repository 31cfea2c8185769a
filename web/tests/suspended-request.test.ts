import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lobby } from '#lib/lobby/lobby.svelte.ts';
import { resumeRequest, suspendRequest } from '#lib/lobby/suspended-request.ts';
import { shell } from '#lib/shell.svelte.ts';
import { FakeServer } from './fake-server.ts';
import { fakeStorage } from './fake-storage.ts';

const WANTED = { game: 'cat-in-the-box', mode: '', least: 3, most: 4, clock: 'relaxed' } as const;
const RESUMED_WITHIN_MS = 30_000;

let page: EventTarget;

beforeEach(() => {
	vi.useFakeTimers();
	page = new EventTarget();
	vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
	vi.stubGlobal('WebSocket', new FakeServer().WebSocket);
	vi.stubGlobal('sessionStorage', fakeStorage());
	vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
});

afterEach(() => {
	shell.lobby?.leave();
	shell.lobby = undefined;
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const stored = (): string[] => Object.keys(sessionStorage).map((key) => sessionStorage.getItem(key)!);

/** Leaves a page with a matchmaking request; returns what is stored for the next page. */
async function leavePage(): Promise<string> {
	const lobby = new Lobby();
	lobby.connect();
	await vi.advanceTimersByTimeAsync(0);
	lobby.requestMatch(WANTED);
	suspendRequest(lobby);
	lobby.leave();
	return stored()[0]!;
}

describe('a request whose page was left', () => {
	it('goes on with the next page, once', async () => {
		const began = Date.now();
		const suspended = await leavePage();
		await vi.advanceTimersByTimeAsync(RESUMED_WITHIN_MS);
		resumeRequest(suspended);
		expect(shell.lobby?.request).toMatchObject(WANTED);
		expect(shell.lobby?.since).toBe(began);
		expect(stored()).toEqual([]);
	});

	it('goes on when the page is shown again', async () => {
		await leavePage();
		page.dispatchEvent(new Event('pageshow'));
		expect(shell.lobby?.request).toMatchObject(WANTED);
	});

	it('has ended after half a minute', async () => {
		const suspended = await leavePage();
		await vi.advanceTimersByTimeAsync(RESUMED_WITHIN_MS + 1);
		resumeRequest(suspended);
		expect([shell.lobby, stored()]).toEqual([undefined, []]);
	});
});
