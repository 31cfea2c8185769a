import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { passes } from '#lib/lobby/filters.ts';
import { Lobby, REQUEST_CHANNEL, REQUEST_INTERVAL_MS } from '#lib/lobby/lobby.svelte.ts';
import { closeLobby, openLobby, stopWaiting } from '#lib/lobby/lobby-connection.ts';
import { briefFacts, settingFacts } from '#lib/lobby/setting-labels.ts';
import { DEFAULT_SETTINGS } from '#lib/table-settings.ts';
import type { OpenTable } from '#lib/protocol.ts';
import { shell } from '#lib/shell.svelte.ts';
import { FakeServer } from './fake-server.ts';

const WANTED = { game: 'cat-in-the-box', mode: '', least: 3, most: 4, clock: 'relaxed' } as const;
const BACK_WITHIN = 2_000;

function table(code: string, changes: Partial<OpenTable> = {}): OpenTable {
	return {
		code,
		game: 'cat-in-the-box',
		options: {},
		seats: [
			{ name: 'Ada', cat: 'tabby', host: true, account: false },
			{ name: '', cat: 'siamese', host: false, account: false }
		],
		bots: '',
		clock: 'none',
		hold: 0,
		watching: 'public',
		caretaker: true,
		memory: false,
		chat: true,
		languages: [],
		friend: false,
		looking: 0,
		priority: 0,
		opened_at: 0,
		...changes
	};
}

let server: FakeServer;
let lobby: Lobby;

beforeEach(async () => {
	vi.useFakeTimers();
	server = new FakeServer();
	vi.stubGlobal('WebSocket', server.WebSocket);
	lobby = new Lobby(() => 'ws://here/ws/lobby');
	lobby.connect();
	await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
	lobby.leave();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const said = (type: string): object[] =>
	(server.socket.sent as { type: string }[]).filter((message) => message.type === type);

const list = (tables: OpenTable[], whole = true, gone: string[] = [], further = 0): void =>
	server.socket.tell({ type: 'tables', whole, tables, gone, further });

/** Stubs the HTTP responses in order; returns the requested paths. */
function answering(...bodies: object[]): string[] {
	const asked: string[] = [];
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path);
		return new Response(JSON.stringify(bodies.shift()), { status: 200 });
	});
	return asked;
}

const codes = (): string[] => lobby.tables.map((one) => one.code);

/** Breaks the connection and waits for the next one. */
async function breaks(): Promise<void> {
	server.socket.end(1006);
	await vi.advanceTimersByTimeAsync(BACK_WITHIN);
}

describe('the open tables', () => {
	it('are known once they have come, newest first, friends before all', () => {
		expect([lobby.loaded, lobby.connection]).toEqual([false, 'connecting']);
		list([
			table('old', { opened_at: 1 }),
			table('new', { opened_at: 3 }),
			table('friend', { opened_at: 2, friend: true })
		]);
		expect([lobby.loaded, lobby.connection]).toEqual([true, 'open']);
		expect(codes()).toEqual(['friend', 'new', 'old']);
	});

	it('keep the order that is fair to all hosts', () => {
		list([
			table('third of a crowd', { opened_at: 9, priority: 4 }),
			table('second of a crowd', { opened_at: 8, priority: 2 }),
			table('honest', { opened_at: 1 }),
			table('friend', { opened_at: 2, priority: 6, friend: true })
		]);
		expect(codes()).toEqual(['friend', 'honest', 'second of a crowd', 'third of a crowd']);
	});

	it('that are not on the first page are asked for page by page', async () => {
		list([table('a'), table('b')], true, [], 3);
		const asked = answering(
			{ tables: [table('c'), table('b')], more: true },
			{ tables: [table('d')], more: false }
		);
		await lobby.showMore();
		expect([codes(), lobby.hasMore]).toEqual([['a', 'b', 'c'], true]);
		await lobby.showMore();
		expect([codes(), lobby.hasMore]).toEqual([['a', 'b', 'c', 'd'], false]);
		expect(asked).toEqual(['/api/lobby/tables?skip=0', '/api/lobby/tables?skip=2']);
		list([], false, ['c'], 4);
		expect([codes(), lobby.hasMore]).toEqual([['a', 'b', 'd'], true]);
	});

	it('change, come and go', () => {
		list([table('a', { opened_at: 2 }), table('b', { opened_at: 1 })]);
		list([table('a', { opened_at: 2, bots: 'random' }), table('c')], false, ['b']);
		expect(codes()).toEqual(['a', 'c']);
		expect(lobby.tables[0]!.bots).toBe('random');
	});

	it('are asked for again after a break, and what was known before is forgotten', async () => {
		list([table('a')]);
		await breaks();
		expect(lobby.connection).toBe('waiting');
		expect(said('enter')).toHaveLength(1);
		list([table('b')]);
		expect([codes(), lobby.connection]).toEqual([['b'], 'open']);
	});

	it('are filtered by what is said, and spoken by all where nothing is', () => {
		const tables = [
			table('a', { languages: ['fr'], clock: 'quick' }),
			table('b'),
			table('c', { languages: ['en', 'fr'], game: 'other' })
		];
		const those = (filters: Parameters<typeof passes>[0]): string[] =>
			tables.filter(passes(filters)).map((one) => one.code);
		expect(those({})).toEqual(['a', 'b', 'c']);
		expect(those({ language: 'en' })).toEqual(['b', 'c']);
		expect(those({ clock: 'quick' })).toEqual(['a']);
		expect(those({ seats: 3 })).toEqual([]);
		expect(those({ game: 'other', seats: 2 })).toEqual(['c']);
	});
});

it('hears how many people are online, and who waits for which game', () => {
	list([]);
	const searching = [{ game: 'cat-box-lite', mode: '', clock: 'relaxed', people: 1 } as const];
	server.socket.tell({ type: 'online', people: 7, searching });
	expect(lobby.online).toBe(7);
	expect(lobby.searching).toEqual(searching);
});

describe('the lobby between pages', () => {
	it('is kept open while the page waits for a match, and closed otherwise', () => {
		const made = openLobby(() => lobby);
		expect(openLobby(() => new Lobby())).toBe(made);
		list([]);
		lobby.requestMatch(WANTED);
		closeLobby();
		closeLobby();
		expect(shell.lobby).toBe(lobby);
		expect(said('cancel')).toEqual([]);
		stopWaiting();
		expect([shell.lobby, lobby.request]).toEqual([undefined, undefined]);
		expect(said('cancel')).toHaveLength(1);
	});
});

describe('a request', () => {
	it('is said again and again, under the same id, until it is granted', async () => {
		list([]);
		lobby.requestMatch(WANTED);
		await vi.advanceTimersByTimeAsync(REQUEST_INTERVAL_MS + 100);
		const seeks = said('seek') as { id: string }[];
		expect(seeks).toHaveLength(2);
		expect(new Set(seeks.map((seek) => seek.id)).size).toBe(1);
		const { id } = seeks[0]!;
		server.socket.tell({ type: 'waiting', id, people: 3, needed: [] });
		expect(lobby.people).toBe(3);
		server.socket.tell({ type: 'found', id, table: 'abc' });
		expect([lobby.found, lobby.request]).toEqual(['abc', undefined]);
		await vi.advanceTimersByTimeAsync(REQUEST_INTERVAL_MS + 100);
		expect(said('seek')).toHaveLength(2);
	});

	it('survives a lost connection', async () => {
		list([]);
		lobby.requestMatch(WANTED);
		const { id } = lobby.request!;
		await breaks();
		expect(said('seek')).toMatchObject([{ id }]);
	});

	const offer = { id: 'f', seconds: 10, people: 2, agreed: 0, seats: 2, with_bots: 3, answer: '' };

	it('hears what is missing and what is offered, and answers', () => {
		list([]);
		lobby.requestMatch(WANTED);
		const { id } = lobby.request!;
		const needed = [{ seats: 3, more: 1 }];
		server.socket.tell({ type: 'waiting', id, people: 2, needed, offer });
		expect([lobby.needed, lobby.offer?.with_bots]).toEqual([needed, 3]);
		expect(lobby.offer!.ends).toBe(Date.now() + 10_000);
		lobby.answer('bots');
		expect(said('answer')).toEqual([{ type: 'answer', offer: 'f', answer: 'bots' }]);
		expect(lobby.offer?.answer).toBe('bots');
		server.socket.tell({ type: 'waiting', id, people: 2, needed });
		expect(lobby.offer).toBeUndefined();
	});

	it('takes its offer along when it is taken back', () => {
		list([]);
		lobby.requestMatch(WANTED);
		const { id } = lobby.request!;
		server.socket.tell({ type: 'waiting', id, people: 2, needed: [], offer });
		lobby.cancel();
		lobby.answer('bots');
		expect([lobby.offer, said('answer')]).toEqual([undefined, []]);
	});

	it('waits through what passes, and ends with what does not', () => {
		list([]);
		lobby.requestMatch(WANTED);
		const { id } = lobby.request!;
		server.socket.tell({ type: 'refused', id, code: 'one_moment' });
		server.socket.tell({ type: 'refused', id, code: 'too_fast' });
		expect(lobby.request).toBeDefined();
		server.socket.tell({ type: 'refused', id, code: 'malformed' });
		expect([lobby.request, lobby.refusal]).toEqual([undefined, 'malformed']);
	});

	it('is taken back, and who waits does not count any more', () => {
		list([]);
		lobby.requestMatch(WANTED);
		const { id } = lobby.request!;
		lobby.cancel();
		expect(said('cancel')).toHaveLength(1);
		server.socket.tell({ type: 'waiting', id, people: 3 });
		expect([lobby.request, lobby.people]).toEqual([undefined, 1]);
	});

	it('leads to its table when it was taken back too late', () => {
		list([]);
		lobby.requestMatch(WANTED);
		const { id } = lobby.request!;
		lobby.cancel();
		server.socket.tell({ type: 'found', id, table: 'abc' });
		expect(lobby.found).toBe('abc');
	});

	it('offers the table of the one on another device that replaced it, until the next request', () => {
		list([]);
		lobby.requestMatch(WANTED);
		const { id } = lobby.request!;
		server.socket.tell({ type: 'refused', id, code: 'waiting_elsewhere' });
		server.socket.tell({ type: 'found', id, table: 'abc' });
		expect([lobby.found, lobby.foundElsewhere]).toEqual([undefined, 'abc']);
		lobby.requestMatch(WANTED);
		expect([lobby.foundElsewhere, lobby.refusal]).toEqual([undefined, undefined]);
	});
});

describe('requests of several tabs of one player', () => {
	let second: Lobby;
	let secondServer: FakeServer;

	beforeEach(async () => {
		secondServer = new FakeServer();
		vi.stubGlobal('WebSocket', secondServer.WebSocket);
		second = new Lobby(() => 'ws://here/ws/lobby');
		second.connect();
		await vi.advanceTimersByTimeAsync(0);
		vi.useRealTimers(); // channels between tabs have their own clock
	});

	afterEach(() => second.leave());

	const ids = ({ socket }: FakeServer): string[] =>
		(socket.sent as { type: string; id: string }[]).filter(({ type }) => type === 'seek').map(({ id }) => id);

	it('are the one that was made last', async () => {
		lobby.requestMatch(WANTED);
		await new Promise((resolve) => setTimeout(resolve, 5));
		second.requestMatch({ ...WANTED, most: 5 });
		const { id } = second.request!;
		await vi.waitFor(() => expect(lobby.request?.id).toBe(id));
		expect([lobby.since, lobby.request?.most]).toEqual([second.since, 5]);
		expect(ids(server).at(-1)).toBe(id);
		expect(ids(secondServer)).toEqual([id]);
	});

	it('are the same one if they were made in the same moment', async () => {
		lobby.requestMatch(WANTED);
		second.resume({ ...lobby.request!, id: 'f'.repeat(32) }, lobby.since);
		await vi.waitFor(() => expect(lobby.request).toEqual(second.request));
	});

	it('do not give way to an older one that goes on after a reload', async () => {
		second.requestMatch(WANTED);
		const { id } = second.request!;
		lobby.resume({ ...second.request!, id: 'f'.repeat(32) }, second.since - 1_000);
		await vi.waitFor(() => expect(lobby.request?.id).toBe(id));
		expect(ids(secondServer)).toEqual([id]);
	});

	it('end together, unless one tab is only left', async () => {
		lobby.requestMatch(WANTED);
		second.requestMatch(WANTED);
		await vi.waitFor(() => expect(lobby.request).toEqual(second.request));
		lobby.suspend();
		lobby.requestMatch(WANTED);
		await vi.waitFor(() => expect(lobby.request).toEqual(second.request));
		lobby.cancel();
		await vi.waitFor(() => expect(second.request).toBeUndefined());
		expect(secondServer.socket.sent.at(-1)).toEqual({ type: 'cancel' });
	});

	it('do not begin where none runs', async () => {
		second.requestMatch(WANTED);
		await new Promise((resolve) => {
			const third = new BroadcastChannel(REQUEST_CHANNEL);
			third.onmessage = resolve;
			second.resume(second.request!, second.since);
		});
		expect(lobby.request).toBeUndefined();
	});
});

describe('the settings of a table', () => {
	it.each([
		['cat-in-the-box', ['caretaker', 'memory']],
		['cat-box-lite', ['caretaker']],
		['braincat', []]
	])('of %s are those that the game has', (game, has) => {
		const listed = settingFacts(game, DEFAULT_SETTINGS).map(({ sign }) => sign);
		expect(listed.filter((sign) => sign === 'caretaker' || sign === 'memory')).toEqual(has);
		expect(listed).toContain('chat');
		const brief = briefFacts(game, DEFAULT_SETTINGS).map(({ sign }) => sign);
		expect(brief.includes('caretaker')).toBe(has.includes('caretaker'));
	});
});
