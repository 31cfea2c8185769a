import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lessonApi } from '#lib/learn/api.ts';
import { handOverSolved, noteSolved, solvedBy } from '#lib/learn/progress.ts';
import type { Me } from '#lib/protocol.ts';
import { fakeStorage } from './fake-storage.ts';

const GUEST = { who: 'cat', account: false } as Me;
const ACCOUNT = { ...GUEST, account: true };
const GAME = 'braincat';

beforeEach(() => {
	vi.stubGlobal('localStorage', fakeStorage());
	noteSolved(GUEST, GAME, 'keep');
});

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

it('gives an account what its guest has solved, once', async () => {
	const add = vi.spyOn(lessonApi, 'addSolved').mockResolvedValue(undefined);
	await handOverSolved(ACCOUNT);
	await handOverSolved(ACCOUNT);
	expect(add.mock.calls).toEqual([['cat', [{ game: GAME, lesson: 'keep' }]]]);
	expect(solvedBy('cat', GAME)).toEqual([]);
});

it('keeps what could not be handed over', async () => {
	vi.spyOn(lessonApi, 'addSolved').mockRejectedValue(new Error('offline'));
	await handOverSolved(ACCOUNT);
	expect(solvedBy('cat', GAME)).toEqual(['keep']);
});
