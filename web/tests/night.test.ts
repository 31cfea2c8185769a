import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hostText } from '#lib/nights/host-text.ts';
import { Night } from '#lib/nights/night.svelte.ts';
import { formatResult } from '#lib/nights/numbers.ts';
import type {
	NightDeal,
	NightInfo,
	NightPlayer,
	NightSettings,
	NightTable,
	NightView
} from '#lib/protocol.ts';
import * as CLOSE_CODE from '#lib/close-codes.gen.ts';
import { FakeServer } from './fake-server.ts';

const people = (...names: string[]): NightPlayer[] =>
	names.map((name) => ({ who: name, name, table: 0, first_deal: 1 }) as NightPlayer);

const view = (...names: string[]): NightView => {
	const settings = { code: 'abc234', status: 'open', host_who: 'Ada' } as NightInfo['settings'];
	return { info: { settings, people: people(...names), tables: [], deals: [] }, you: 'Bo' };
};

let server: FakeServer;
let night: Night;

beforeEach(async () => {
	vi.useFakeTimers();
	server = new FakeServer();
	vi.stubGlobal('WebSocket', server.WebSocket);
	night = new Night(view('Ada'), () => 'ws://here/ws/night');
	night.connect();
	await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
	night.leave();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const names = (): string[] => night.info.people.map(({ name }) => name);

describe('a night', () => {
	it('shows the answer to a change', async () => {
		await night.change(async () => view('Ada', 'Bo'));
		expect(names()).toEqual(['Ada', 'Bo']);
		expect(night.me?.name).toBe('Bo');
	});

	it('ignores an answer that is older than a message', async () => {
		let answer: (view: NightView) => void = () => {};
		const changed = night.change(() => new Promise((resolve) => (answer = resolve)));
		server.socket.tell({ type: 'night', people: people('Ada', 'Bo', 'Cleo') });
		answer(view('Ada', 'Bo'));
		await changed;
		expect(names()).toEqual(['Ada', 'Bo', 'Cleo']);
	});

	it('replaces the deals and tables that a message contains', () => {
		const deal = (number: number, seed = ''): NightDeal => ({ number, seed, commitment: '', tables: [] });
		const table = (number: number, state: NightTable['state']): NightTable => ({
			number,
			state,
			deal: 1,
			code: ''
		});
		const tables = [table(1, 'playing'), table(2, 'playing')];
		server.socket.tell({ type: 'night', tables, deals: [deal(1), deal(2)] });
		server.socket.tell({ type: 'night', tables: [table(2, 'done')], deals: [deal(1, 'f00d')] });
		expect(night.info.tables.map(({ state }) => state)).toEqual(['playing', 'done']);
		expect(night.info.deals.map(({ seed }) => seed)).toEqual(['f00d', '']);
		expect(night.compared.map(({ number }) => number)).toEqual([1]);
	});

	it('says why its connection has stopped, until it is opened again', async () => {
		server.socket.tell({ type: 'night' });
		server.socket.end(CLOSE_CODE.TOO_MANY_MESSAGES);
		expect([night.connection, night.stopCode]).toEqual(['stopped', 'too_fast']);
		night.connect();
		expect([night.connection, night.stopCode]).toEqual(['waiting', undefined]);
	});

	it('says that it does not exist any more', () => {
		server.socket.tell({ type: 'refused', code: 'night_not_found' });
		server.socket.end(CLOSE_CODE.NOT_FOUND);
		expect(night.stopCode).toBe('night_not_found');
	});

	it('has a host, who may have left', () => {
		expect(hostText({ host: 'Ada' } as NightSettings)).toBe('Hosted by Ada');
		expect(hostText({ host: '' } as NightSettings)).toBe('Hosted by a former player');
	});
});

it('negative points have a minus sign instead of a hyphen', () => {
	expect(formatResult(-2.5, 'points')).toBe('−2.5');
});
