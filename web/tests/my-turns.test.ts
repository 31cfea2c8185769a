import { afterEach, expect, it, vi } from 'vitest';
import { api } from '#lib/api.ts';
import { turns } from '#lib/my-turns.svelte.ts';
import type { Me, MyTurn } from '#lib/protocol.ts';
import { session } from '#lib/session.svelte.ts';

const account = { account: true, tables: [] as Me['tables'] } as Me;
const waiting = (...codes: string[]): MyTurn[] => codes.map((code) => ({ code }) as MyTurn);

afterEach(() => {
	turns.stop();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

/** Returns the response to the first request, which comes late. */
function holdFirst(): PromiseWithResolvers<MyTurn[]> {
	vi.stubGlobal('document', { hidden: false });
	const earlier = Promise.withResolvers<MyTurn[]>();
	vi.spyOn(api, 'turns').mockReturnValueOnce(earlier.promise).mockResolvedValue(waiting('b', 'c'));
	vi.spyOn(session, 'player', 'get').mockReturnValue(account);
	return earlier;
}

it('drops the response to an earlier request', async () => {
	const earlier = holdFirst();
	const first = turns.ask();
	await turns.ask();
	earlier.resolve(waiting('a'));
	await first;
	expect(turns.count).toBe(2);
});

it('shows a new guest nothing of the account that was signed out', async () => {
	const earlier = holdFirst();
	const first = turns.ask();
	vi.spyOn(session, 'player', 'get').mockReturnValue({ ...account, account: false });
	await turns.ask();
	earlier.resolve(waiting('a'));
	await first;
	expect(turns.count).toBe(0);
});
