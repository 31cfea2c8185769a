import { afterEach, expect, it, vi } from 'vitest';
import { shownTitle } from '#games/braincat/pack-library.svelte.ts';

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

it('requests a refused pack again after a while', async () => {
	vi.useFakeTimers();
	const responses = [
		Response.json({ code: 'pack_not_found' }, { status: 404 }),
		Response.json({ title: 'Counting cats', cards: [] })
	];
	const requests = vi.fn(() => Promise.resolve(responses.shift()!));
	vi.stubGlobal('fetch', requests);
	for (let times = 0; times < 2; times += 1) {
		expect(shownTitle('own-counting')).toBeUndefined();
		await vi.advanceTimersByTimeAsync(100);
	}
	expect(requests).toHaveBeenCalledTimes(1);
	await vi.advanceTimersByTimeAsync(5_000);
	expect(shownTitle('own-counting')).toBeUndefined();
	await vi.advanceTimersByTimeAsync(100);
	expect(shownTitle('own-counting')).toBe('Counting cats');
});
