import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAdmittedToNext } from '#lib/table/next-table.ts';
import { Table } from '#lib/table/table.svelte.ts';
import { FakeServer, entry, tableInfo, view } from './fake-server.ts';

const MOVE = { kind: 'bid', tricks: 2 } as const;

let server: FakeServer;
let table: Table;

beforeEach(async () => {
	vi.useFakeTimers();
	server = new FakeServer();
	vi.stubGlobal('WebSocket', server.WebSocket);
	table = new Table(tableInfo({ status: 'open' }), () => 'ws://here/ws');
	table.connect();
	await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
	table.leave();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

function update(version: number, turn?: number): void {
	server.socket.tell({ type: 'update', version, turn, view: view(version), log: [entry(version)] });
}

/** The id of the last play. */
const played = (): string => server.socket.of('play').at(-1)!.id;

describe('a table', () => {
	it('knows its people before the start', () => {
		server.socket.tell({ type: 'table', table: tableInfo({ status: 'open' }) });
		expect(table.connection).toBe('open');
		expect(table.names).toEqual(['Ada', 'Bo']);
		expect(table.seat).toBe(0);
		expect(table.view).toBeUndefined();
		expect(table.version).toBe(-1);
	});

	it('follows its people', () => {
		const [ada, bo] = tableInfo().seats;
		const seats = [bo!, { ...ada!, you: false }];
		server.socket.tell({ type: 'table', table: tableInfo({ seats }) });
		expect(table.names).toEqual(['Bo', 'Ada']);
		expect(table.seat).toBeUndefined();
	});

	it('gathers the log and says what is fresh', () => {
		server.socket.tell({ type: 'table', table: tableInfo() });
		update(3);
		expect(table.newEntries).toEqual([]);
		server.socket.tell({ type: 'update', version: 4, base: 3, patch: {}, log: [entry(4)] });
		expect(table.log.map((logged) => logged.version)).toEqual([3, 4]);
		expect(table.newEntries).toEqual([entry(4)]);
	});
});

describe('the next game', () => {
	beforeEach(() => {
		server.socket.tell({ type: 'table', table: tableInfo() });
		update(3, 2);
		table.play(MOVE);
	});

	it('is asked for with a new salt each time', async () => {
		table.answerRematch(true);
		table.answerRematch(false);
		await vi.waitUntil(() => server.socket.of('again').length === 2);
		const [yes, no] = server.socket.of('again');
		expect([yes!.yes, no!.yes]).toEqual([true, false]);
		expect(yes!.salt).toMatch(/^[0-9a-f]{32}$/);
		expect(no!.salt).not.toBe(yes!.salt);
	});

	it('is agreed to again once its commitment is known', async () => {
		const known = tableInfo({ status: 'finished', next_code: 'next22', next_commitment: 'cc' });
		table.answerRematch(true);
		await vi.waitUntil(() => server.socket.of('again').length === 1);
		server.socket.tell({ type: 'table', table: known });
		await vi.waitUntil(() => server.socket.of('again').length === 2);
		server.socket.tell({ type: 'table', table: known });
		await vi.advanceTimersByTimeAsync(50);
		expect(server.socket.of('again').map(({ yes }) => yes)).toEqual([true, true]);
	});

	it('forgets a refused answer with the next one', () => {
		server.socket.tell({ type: 'refused', id: 'again', code: 'one_moment' });
		expect(table.chat.rejected?.id).toBe('again');
		table.answerRematch(true);
		expect(table.chat.rejected).toBeUndefined();
	});

	it('is open to players who agreed, and to all if spectators are allowed', () => {
		const [ada, bo] = tableInfo().seats;
		const admits = (again: '' | 'no' | 'yes', watching: 'nobody' | 'public', you = true): boolean => {
			const terms = { ...tableInfo().terms, watching };
			const seats = [{ ...ada!, you, again }, bo!];
			server.socket.tell({ type: 'table', table: tableInfo({ status: 'finished', terms, seats }) });
			return isAdmittedToNext(table);
		};
		expect((['', 'no', 'yes'] as const).map((again) => admits(again, 'nobody'))).toEqual([
			false,
			false,
			true
		]);
		expect(admits('yes', 'nobody', false)).toBe(false);
		expect(admits('no', 'public')).toBe(true);
	});

	it('begins with nothing of the last one', () => {
		const line = { id: 'a', who: 'bo', name: 'Bo', handle: '', account: false, seat: 1, at: 1, text: 'hi' };
		server.socket.tell({ type: 'said', lines: [line], before: true });
		expect(table.chat.lines).toHaveLength(1);
		server.socket.tell({ type: 'table', table: tableInfo({ code: 'next22' }) });
		expect(table.code).toBe('next22');
		expect(table.chat.lines).toEqual([]);
		expect([table.view, table.log, table.pending]).toEqual([undefined, [], undefined]);
		update(0, 0);
		expect(table.version).toBe(0);
		expect(table.log).toEqual([entry(0)]);
	});

	it('is what the page comes back to', async () => {
		server.socket.tell({ type: 'table', table: tableInfo({ code: 'next22' }) });
		server.socket.end(1006);
		await vi.advanceTimersByTimeAsync(2000);
		expect(server.socket.of('join')).toMatchObject([{ table: 'next22', log_from: 0 }]);
		expect(server.socket.of('play')).toEqual([]);
	});
});

describe('a move', () => {
	beforeEach(() => {
		server.socket.tell({ type: 'table', table: tableInfo() });
		update(3, 2);
	});

	it('is pending until the view has it', () => {
		table.play(MOVE);
		expect(server.socket.of('play')[0]?.turn).toBe(2);
		expect(table.pending).toEqual(MOVE);
		server.socket.tell({ type: 'accepted', id: played(), version: 4 });
		expect(table.pending).toEqual(MOVE);
		update(4);
		expect(table.pending).toBeUndefined();
		expect(table.turn).toBeUndefined();
	});

	it('whose view came first is not pending any more', () => {
		table.play(MOVE);
		update(4);
		server.socket.tell({ type: 'accepted', id: played(), version: 4 });
		expect(table.pending).toBeUndefined();
	});

	it('waits for the one before it', () => {
		table.play(MOVE);
		table.play(MOVE);
		expect(server.socket.of('play')).toHaveLength(1);
	});

	it('is not sent when this seat is not to act', () => {
		update(4);
		table.play(MOVE);
		expect(server.socket.of('play')).toHaveLength(0);
	});

	it('that is refused says why until it is dismissed', () => {
		table.play(MOVE);
		server.socket.tell({ type: 'refused', id: played(), code: 'C6' });
		expect(table.pending).toBeUndefined();
		expect(table.refusal).toEqual({ code: 'C6' });
		table.dismiss();
		expect(table.refusal).toBeUndefined();
	});

	it('that comes too late shows the position as it is', () => {
		table.play(MOVE);
		server.socket.tell({ type: 'stale', id: played(), version: 5 });
		update(5, 5);
		expect(table.refusal).toEqual({ code: 'stale' });
		expect(table.version).toBe(5);
		table.play(MOVE);
		expect(table.refusal).toBeUndefined();
	});

	it('that is refused says why in its turn only', () => {
		table.play(MOVE);
		server.socket.tell({ type: 'refused', id: played(), code: 'not_to_act' });
		update(4, 4);
		expect(table.refusal).toBeUndefined();
	});

	it('that this player has made on another page is refused without a word', () => {
		table.play(MOVE);
		update(4);
		server.socket.tell({ type: 'refused', id: played(), code: 'not_to_act' });
		update(5, 5);
		expect(table.refusal).toBeUndefined();
	});

	it('that came too late says so until the turn has passed', () => {
		table.play(MOVE);
		server.socket.tell({ type: 'stale', id: played(), version: 5 });
		update(5, 5);
		update(6);
		update(7, 7);
		expect(table.refusal).toBeUndefined();
	});
});

describe('a table that holds moves back', () => {
	const held = { terms: { ...tableInfo().terms, hold: 3 } };
	const SENT_AFTER = 3_000;

	beforeEach(() => {
		server.socket.tell({ type: 'table', table: tableInfo(held) });
		update(3, 2);
		table.play(MOVE);
	});

	it('says nothing to the server before its time', async () => {
		expect(table.pending).toEqual(MOVE);
		expect(table.held).toBe(3);
		await vi.advanceTimersByTimeAsync(SENT_AFTER - 1);
		expect(server.socket.of('play')).toEqual([]);
		expect(table.held).toBe(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(server.socket.of('play')).toMatchObject([{ turn: 2, move: MOVE }]);
		expect(table.held).toBeUndefined();
		expect(table.pending).toEqual(MOVE);
	});

	it('forgets a move that is taken back, and takes another', async () => {
		table.takeBack();
		expect(table.pending).toBeUndefined();
		table.play({ kind: 'bid', tricks: 1 });
		await vi.advanceTimersByTimeAsync(2 * SENT_AFTER);
		expect(server.socket.of('play')).toMatchObject([{ move: { kind: 'bid', tricks: 1 } }]);
	});

	it('forgets a move whose page is left', async () => {
		table.leave();
		await vi.advanceTimersByTimeAsync(2 * SENT_AFTER);
		expect(server.socket.of('play')).toEqual([]);
	});

	it('forgets a move whose choice is gone', async () => {
		update(4);
		expect(table.pending).toBeUndefined();
		await vi.advanceTimersByTimeAsync(2 * SENT_AFTER);
		expect(server.socket.of('play')).toEqual([]);
	});

	it('keeps a move while others make theirs', async () => {
		update(4, 2);
		await vi.advanceTimersByTimeAsync(SENT_AFTER);
		expect(server.socket.of('play')).toHaveLength(1);
	});

	it('never holds longer than there is time', async () => {
		table.takeBack();
		const clocks = { 0: { left: 2_500, bank: 0 } };
		const position = { turn: 2, view: view(4), log: [], clocks };
		server.socket.tell({ type: 'update', version: 4, ...position });
		table.play(MOVE);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(server.socket.of('play')).toHaveLength(1);
		server.socket.tell({ type: 'refused', id: played(), code: 'C6' });
		clocks[0].left = 900;
		server.socket.tell({ type: 'update', version: 5, ...position });
		table.play(MOVE);
		expect(server.socket.of('play')).toHaveLength(2);
	});
});

it('a connection that was closed for good says why and can be opened again', async () => {
	server.socket.end(4404);
	expect(table.connection).toBe('stopped');
	expect(table.stopCode).toBe('table_not_found');
	table.connect();
	expect(table.connection).toBe('connecting');
	expect(table.stopCode).toBeUndefined();
});
