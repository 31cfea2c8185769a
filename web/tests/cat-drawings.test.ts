import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import drawings from '#art/cat-drawings.json';

const AGAIN_WITHIN = 10_000;

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubEnv('SSR', false);
	vi.resetModules();
});

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllEnvs();
	vi.unstubAllGlobals();
	vi.resetModules();
});

it.each([
	['the connection is lost before the answer', () => Promise.reject(new TypeError('Failed to fetch'))],
	['the connection is lost in the middle', () => Promise.resolve(new Response('{"tabby": {"outl'))],
	['the server is busy', () => Promise.resolve(Response.json({ code: 'busy' }, { status: 503 }))]
])('cats are drawn later when %s', async (_, failure) => {
	const fetch = vi.fn(() => Promise.resolve(Response.json(drawings))).mockImplementationOnce(failure);
	vi.stubGlobal('fetch', fetch);

	const { headOf } = await import('#art/head.svelte.ts');
	await vi.advanceTimersByTimeAsync(0);
	expect(headOf('tabby')).toBe('');
	await vi.advanceTimersByTimeAsync(AGAIN_WITHIN);

	expect(headOf('tabby')).toContain('<path');
	expect(fetch).toHaveBeenCalledTimes(2);
});

it('drawings of a version that the server no longer has are not asked for again', async () => {
	const fetch = vi.fn(() => Promise.resolve(Response.json({ code: 'not_found' }, { status: 404 })));
	vi.stubGlobal('fetch', fetch);

	const { headOf } = await import('#art/head.svelte.ts');
	await vi.advanceTimersByTimeAsync(AGAIN_WITHIN);

	expect(headOf('tabby')).toBe('');
	expect(fetch).toHaveBeenCalledOnce();
});
