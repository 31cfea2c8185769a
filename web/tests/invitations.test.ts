import { afterEach, expect, it, vi } from 'vitest';
import { api } from '#lib/api.ts';
import { invitationsApi } from '#lib/invitations/api.ts';
import { joinTable } from '#lib/invitations/join.ts';
import { Received } from '#lib/invitations/received.svelte.ts';
import type { Invitation, MyTurn, TableInfo } from '#lib/protocol.ts';

afterEach(() => void vi.restoreAllMocks());

const invitations = (...codes: string[]): Invitation[] => codes.map((code) => ({ code }) as Invitation);
const waiting = (...codes: string[]): MyTurn[] => codes.map((code) => ({ code }) as MyTurn);
const shown = (received: Received): string[] => received.list.map(({ code }) => code);

it('loads the invitations when one comes or goes', async () => {
	const load = vi.spyOn(invitationsApi, 'received').mockResolvedValue(invitations('a'));
	const received = new Received();
	await received.update([]);
	await received.update(waiting('a'));
	await received.update(waiting('a'));
	expect([load.mock.calls.length, shown(received)]).toEqual([1, ['a']]);
	await received.update([]);
	expect([load.mock.calls.length, shown(received)]).toEqual([1, []]);
});

it('loads them with the next poll after a failure', async () => {
	vi.spyOn(invitationsApi, 'received')
		.mockRejectedValueOnce(new Error('lost'))
		.mockResolvedValue(invitations('a'));
	const received = new Received();
	await received.update(waiting('a'));
	expect(shown(received)).toEqual([]);
	await received.update(waiting('a'));
	expect(shown(received)).toEqual(['a']);
});

it('drops the response to an earlier request', async () => {
	const earlier = Promise.withResolvers<Invitation[]>();
	vi.spyOn(invitationsApi, 'received')
		.mockReturnValueOnce(earlier.promise)
		.mockResolvedValue(invitations('b'));
	const received = new Received();
	const first = received.update(waiting('a'));
	await received.update(waiting('b'));
	earlier.resolve(invitations('a'));
	await first;
	expect(shown(received)).toEqual(['b']);
});

it('does not restore a declined invitation', async () => {
	const earlier = Promise.withResolvers<Invitation[]>();
	const load = vi.spyOn(invitationsApi, 'received').mockReturnValue(earlier.promise);
	vi.spyOn(invitationsApi, 'decline').mockResolvedValue(invitations('b'));
	const received = new Received();
	const update = received.update(waiting('a', 'b'));
	await received.decline('a');
	earlier.resolve(invitations('a', 'b'));
	await update;
	expect(shown(received)).toEqual(['b']);
	void received.update(waiting('a', 'b')); // the dropped response may have had a new one
	expect(load).toHaveBeenCalledTimes(2);
});

it('says of a full table that it is full', async () => {
	const info = { status: 'open', seats: [{ kind: 'player' }, { kind: 'player' }] };
	vi.spyOn(api, 'table').mockResolvedValue(info as TableInfo);
	await expect(joinTable('abcdef')).rejects.toThrow('table_full');
});
