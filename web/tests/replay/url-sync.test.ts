/** The position of a replay in the URL. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UrlSync } from '#lib/replay/url-sync.ts';

const END = 50;

const replayAt = (ply: number) => ({
	ply,
	go(to: number) {
		this.ply = Math.min(to, END);
	}
});

const sync = (hash: string, search = '', otherwise = 0) => {
	const url = { pathname: '/r/abc', search, hash };
	const replay = replayAt(7);
	const replace = vi.fn<(next: string) => void>();
	return { url, replay, replace, sync: new UrlSync(replay, otherwise, () => url, replace) };
};

describe('the URL of a replay', () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	it('sets the first position, by fragment or query', () => {
		expect(sync('#12').replay.ply).toBe(12);
		expect(sync('', '?ply=13').replay.ply).toBe(13);
		expect(sync('', '', 50).replay.ply).toBe(50);
	});

	it('follows the position after a delay, once', () => {
		const { sync: urlSync, replace } = sync('#3', '?review=x');
		const cancel = urlSync.scheduleUpdate(4);
		cancel?.();
		urlSync.scheduleUpdate(5);
		expect(replace).not.toHaveBeenCalled();
		vi.advanceTimersByTime(300);
		expect(replace.mock.calls).toEqual([['/r/abc?review=x#5']]);
		expect(urlSync.scheduleUpdate(5)).toBeUndefined();
	});

	it('does not change while it has the position', () => {
		const { sync: urlSync, replace } = sync('#3');
		expect(urlSync.scheduleUpdate(3)).toBeUndefined();
		vi.advanceTimersByTime(1000);
		expect(replace).not.toHaveBeenCalled();
	});

	it('leads to another position when it is changed by hand', () => {
		const { url, replay, sync: urlSync } = sync('#3');
		url.hash = '#99';
		urlSync.onHashChange();
		expect(replay.ply).toBe(END);
		expect(urlSync.scheduleUpdate(END)).toBeUndefined();
		url.hash = '#nothing';
		urlSync.onHashChange();
		expect(replay.ply).toBe(END);
	});
});
