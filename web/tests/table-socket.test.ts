import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PONG_TIMEOUT_MS, PING_AFTER_MS } from '#lib/heartbeat.ts';
import type { LogEntry } from '#lib/protocol.ts';
import { TableSocket, type Answer, type Position } from '#lib/table/table-socket.ts';
import type { Connection } from '#lib/reconnecting-socket.ts';
import { FakeServer, entry, tableInfo, view } from './fake-server.ts';

const MOVE = { kind: 'bid', tricks: 2 } as const;
const BACK_WITHIN = 2_000;

class Page {
	readonly server = new FakeServer();
	readonly positions: Position[] = [];
	readonly log: LogEntry[] = [];
	readonly live: boolean[] = [];
	readonly answers: Answer[] = [];
	connection: [Connection, string | undefined] = ['connecting', undefined];
	renewals = 0;
	outdated = 0;

	readonly socket = new TableSocket('abc234', (code) => `ws://here/ws?table=${code}`, {
		onTable: () => undefined,
		onSpectators: () => undefined,
		onTableStatus: () => undefined,
		onChat: () => undefined,
		onPosition: (position, log, live) => {
			this.positions.push(position);
			this.log.push(...log);
			this.live.push(live);
		},
		onAnswer: (answer) => this.answers.push(answer),
		onConnection: (state, code) => (this.connection = [state, code]),
		renewSession: async () => void this.renewals++,
		onOutdated: () => this.outdated++
	});

	constructor() {
		vi.stubGlobal('WebSocket', this.server.WebSocket);
	}

	get position(): Position | undefined {
		return this.positions.at(-1);
	}

	/** A page at a running table with this version. */
	async sit(version = 5): Promise<void> {
		this.socket.open();
		await vi.advanceTimersByTimeAsync(0);
		this.welcome(version);
	}

	/** Opens the page with a socket that has joined before, and has received the view of this version. */
	async openEarly(version?: number): Promise<void> {
		const { WebSocket } = this.server;
		const socket = new WebSocket('ws://here/ws?table=abc234&first=%7B%7D');
		const update = { type: 'update', version, view: view(version ?? 0), log: [] };
		const received = version === undefined ? [] : [{ type: 'table', table: tableInfo() }, update];
		await this.waits(0);
		Object.assign(socket, { readyState: 1 });
		vi.stubGlobal('WebSocket', Object.assign(WebSocket, { OPEN: 1 }));
		vi.spyOn(performance, 'now').mockReturnValue(1_000);
		vi.stubGlobal('window', {
			early: { responses: {}, socket, received: received.map((one) => JSON.stringify(one)) }
		});
		this.socket.open();
	}

	/** The server has given this player's seat away. */
	loseSeat(): void {
		const seats = tableInfo().seats.map((seat) => ({ ...seat, you: false }));
		this.server.socket.tell({ type: 'table', table: tableInfo({ seats }) });
	}

	/** Answers a join. */
	welcome(version: number, turn?: number): void {
		this.server.socket.tell({ type: 'table', table: tableInfo() });
		this.whole(version, turn);
	}

	whole(version: number, turn?: number): void {
		const log = [entry(version)];
		this.server.socket.tell({ type: 'update', version, turn, view: view(version), log });
	}

	patch(base: number, version: number): void {
		const log = [entry(version)];
		this.server.socket.tell({ type: 'update', version, base, patch: { trick: version }, log });
	}

	async waits(milliseconds: number): Promise<void> {
		await vi.advanceTimersByTimeAsync(milliseconds);
	}
}

let page: Page;

beforeEach(() => {
	vi.useFakeTimers();
	page = new Page();
});

afterEach(() => {
	page.socket.close();
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

describe('the first view', () => {
	it('comes after a join', async () => {
		await page.sit(5);
		expect(page.server.socket.sent[0]).toEqual({
			type: 'join',
			protocol: 1,
			table: 'abc234',
			log_from: 0
		});
		expect(page.connection[0]).toBe('open');
		expect(page.position?.version).toBe(5);
		expect(page.live).toEqual([false]);
	});

	it('may have been received before the page was ready', async () => {
		await page.openEarly(5);
		expect(page.connection[0]).toBe('open');
		expect(page.position?.version).toBe(5);
		await page.waits(3_000);
		expect(page.server.socket.of('join')).toEqual([]);
		page.patch(5, 6);
		expect(page.position?.version).toBe(6);
	});

	it('is asked for again when an early join is not answered', async () => {
		await page.openEarly();
		expect(page.server.socket.of('join')).toEqual([]);
		await page.waits(2_000);
		expect(page.server.socket.of('join')).toHaveLength(1);
		page.welcome(5);
		expect(page.position?.version).toBe(5);
	});

	it('is live when the game starts before the eyes of the page', async () => {
		page.socket.open();
		await page.waits(0);
		page.server.socket.tell({ type: 'table', table: tableInfo({ status: 'open' }) });
		page.whole(0);
		expect(page.live).toEqual([true]);
		expect(page.log).toEqual([entry(0)]);
	});
});

describe('updates', () => {
	it('are patches on the version the page has', async () => {
		await page.sit(5);
		page.patch(5, 6);
		expect(page.position).toMatchObject({ version: 6, view: { trick: 6, tokens: { red1: 0 } } });
		expect(page.live).toEqual([false, true]);
	});

	it('are dropped when the page has that version', async () => {
		await page.sit(5);
		page.patch(5, 6);
		page.patch(5, 6);
		page.whole(4);
		expect(page.positions).toHaveLength(2);
	});

	it('are numbered in another way after a change of seat', async () => {
		await page.sit(5);
		page.loseSeat();
		page.whole(3);
		page.patch(3, 4);
		expect(page.positions.map(({ version }) => version)).toEqual([5, 3, 4]);
	});

	it('with a gap before them ask for the whole, once', async () => {
		await page.sit(5);
		page.patch(7, 8);
		page.patch(8, 9);
		expect(page.server.socket.of('join')).toHaveLength(2);
		expect(page.server.socket.of('join')[1]?.log_from).toBe(5);
		expect(page.position?.version).toBe(5);
		page.whole(9);
		page.patch(9, 10);
		expect(page.position).toMatchObject({ version: 10, view: { trick: 10 } });
	});

	it('on an older version than the page has ask for the whole', async () => {
		await page.sit(7);
		page.patch(5, 8);
		expect(page.server.socket.of('join')).toHaveLength(2);
		expect(page.position?.version).toBe(7);
	});

	it('bring each entry of the log once', async () => {
		await page.sit(5);
		page.server.socket.tell({
			type: 'update',
			version: 6,
			view: view(6),
			log: [entry(5), entry(6)]
		});
		expect(page.log.map((logged) => logged.version)).toEqual([5, 6]);
	});
});

describe('a play', () => {
	it('is answered by its id', async () => {
		await page.sit(5);
		const id = page.socket.play(5, MOVE);
		expect(page.server.socket.of('play')).toEqual([{ type: 'play', id, turn: 5, move: MOVE }]);
		page.server.socket.tell({ type: 'accepted', id, version: 6 });
		page.server.socket.tell({ type: 'accepted', id, version: 6 });
		expect(page.answers).toEqual([{ id, version: 6 }]);
	});

	it('may be refused, or come too late', async () => {
		await page.sit(5);
		const one = page.socket.play(5, MOVE);
		const two = page.socket.play(5, MOVE);
		page.server.socket.tell({ type: 'refused', id: one, code: 'C6' });
		page.server.socket.tell({ type: 'stale', id: two, version: 6 });
		expect(page.answers).toEqual([
			{ id: one, code: 'C6' },
			{ id: two, code: 'stale' }
		]);
	});

	it('without an answer is sent again with the same id after a break', async () => {
		await page.sit(5);
		const id = page.socket.play(5, MOVE);
		page.server.socket.end(1006);
		await page.waits(BACK_WITHIN);
		expect(page.server.sockets).toHaveLength(2);
		expect(page.server.socket.sent.map((message) => message.type)).toEqual(['join', 'play']);
		expect(page.server.socket.of('play')[0]?.id).toBe(id);
	});

	it('made without a connection is sent after reconnecting', async () => {
		await page.sit(5);
		page.server.socket.end(1012);
		const id = page.socket.play(5, MOVE);
		await page.waits(BACK_WITHIN);
		expect(page.server.socket.of('play')[0]?.id).toBe(id);
	});

	it('that was answered is not sent again', async () => {
		await page.sit(5);
		const id = page.socket.play(5, MOVE);
		page.server.socket.tell({ type: 'accepted', id, version: 6 });
		page.server.socket.end(1006);
		await page.waits(BACK_WITHIN);
		expect(page.server.socket.of('play')).toEqual([]);
	});
});

describe('a dead connection', () => {
	it('is noticed within ten seconds of silence', async () => {
		await page.sit(5);
		await page.waits(PING_AFTER_MS);
		expect(page.server.socket.of('ping')).toHaveLength(1);
		await page.waits(PONG_TIMEOUT_MS + BACK_WITHIN);
		expect(PING_AFTER_MS + PONG_TIMEOUT_MS).toBeLessThan(10_000);
		expect(page.server.sockets[0]?.closed).toBe(true);
		expect(page.server.sockets).toHaveLength(2);
	});

	it('is one where nothing answers: any message will do', async () => {
		await page.sit(5);
		for (let round = 0; round < 5; round++) {
			await page.waits(PING_AFTER_MS);
			page.server.socket.tell({ type: 'pong' });
		}
		expect(page.server.sockets).toHaveLength(1);
	});

	it('is found out at once when the page comes back into view', async () => {
		await page.sit(5);
		page.socket.wake();
		await page.waits(BACK_WITHIN);
		expect(page.server.sockets.length).toBeGreaterThan(1);
	});

	it('is tried again at once when the page is online again', async () => {
		await page.sit(5);
		page.server.up = false;
		page.server.socket.end(1006);
		await page.waits(60_000);
		const tries = page.server.sockets.length;
		page.server.up = true;
		page.socket.wake();
		expect(page.server.sockets).toHaveLength(tries + 1);
	});
});

describe('the way back', () => {
	it('is found within two seconds of the server being there, however long it was away', async () => {
		await page.sit(5);
		page.server.up = false;
		page.server.socket.end(1006);
		for (const away of [500, 5_000, 60_000]) {
			await page.waits(away);
			expect(page.connection[0]).toBe('waiting');
		}
		const tries = page.server.sockets.length;
		expect(tries).toBeLessThan(100);
		page.server.up = true;
		await page.waits(BACK_WITHIN);
		page.welcome(9);
		expect(page.connection[0]).toBe('open');
		expect(page.position?.version).toBe(9);
		expect(page.server.socket.of('join')[0]?.log_from).toBe(5);
	});

	it('ignores what an old socket still says', async () => {
		await page.sit(5);
		const old = page.server.socket;
		old.end(1006);
		old.tell({ type: 'update', version: 6, view: view(6), log: [entry(6)] });
		expect(page.position?.version).toBe(5);
	});

	it('ends when the page leaves the table', async () => {
		await page.sit(5);
		page.server.up = false;
		page.server.socket.end(1006);
		page.socket.close();
		await page.waits(10_000);
		expect(page.server.sockets).toHaveLength(1);
	});
});

describe('a close of the server', () => {
	it.each([
		[4400, 'malformed'],
		[4403, 'no_looking_on'],
		[4409, 'too_many_look_on'],
		[4404, 'table_not_found'],
		[4410, 'damaged_game'],
		[1009, 'too_big'],
		[4429, 'too_fast']
	])('%i stops for good: %s', async (code, reason) => {
		await page.sit(5);
		const id = page.socket.play(5, MOVE);
		page.server.socket.end(code);
		await page.waits(60_000);
		page.socket.wake();
		expect(page.server.sockets).toHaveLength(1);
		expect(page.connection).toEqual(['stopped', reason]);
		expect(page.answers).toEqual([{ id, code: reason }]);
	});

	it('that closed the connection for good is undone by hand', async () => {
		await page.sit(5);
		page.server.socket.end(4429);
		page.socket.open();
		await page.waits(0);
		page.welcome(5);
		expect(page.connection[0]).toBe('open');
	});

	it('4401 gets a session and comes back', async () => {
		await page.sit(5);
		page.server.socket.end(4401);
		await page.waits(BACK_WITHIN);
		expect(page.renewals).toBe(1);
		expect(page.server.sockets).toHaveLength(2);
	});

	it('4401 again and again is not tried for ever', async () => {
		page.socket.open();
		for (let round = 0; round < 6; round++) {
			await page.waits(BACK_WITHIN);
			page.server.socket.end(4401);
		}
		await page.waits(BACK_WITHIN);
		expect(page.connection).toEqual(['stopped', 'no_session']);
	});

	it('4426 says that the page is too old', async () => {
		await page.sit(5);
		page.server.socket.end(4426);
		expect(page.outdated).toBe(1);
	});

	it.each([1001, 1006, 1011, 1012])('%i is tried again', async (code) => {
		await page.sit(5);
		page.server.socket.end(code);
		await page.waits(BACK_WITHIN);
		expect(page.server.sockets).toHaveLength(2);
	});
});

it('a server that cannot answer the join for the moment is asked again', async () => {
	page.socket.open();
	await page.waits(0);
	page.server.socket.tell({ type: 'refused', code: 'one_moment' });
	await page.waits(BACK_WITHIN);
	expect(page.server.sockets).toHaveLength(2);
});
