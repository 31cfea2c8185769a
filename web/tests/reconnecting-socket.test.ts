import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReconnectingSocket, type Connection } from '#lib/reconnecting-socket.ts';
import { FakeServer } from './fake-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

it('reports one interruption, however many attempts fail before the first answer', async () => {
	const server = new FakeServer();
	vi.stubGlobal('WebSocket', server.WebSocket);
	server.up = false;
	const states: Connection[] = [];
	const socket = new ReconnectingSocket(() => 'ws://here/ws', {
		onOpen: () => undefined,
		onMessage: () => undefined,
		onConnection: (state) => states.push(state),
		renewSession: async () => undefined,
		onOutdated: () => undefined
	});
	socket.open();
	await vi.advanceTimersByTimeAsync(10_000);
	socket.close();
	expect(server.sockets.length).toBeGreaterThan(2);
	expect(states.filter((state, index) => state !== states[index - 1])).toEqual(['connecting', 'waiting']);
});

it('leaves a login time to set its cookie before the session is renewed', async () => {
	const server = new FakeServer();
	vi.stubGlobal('WebSocket', server.WebSocket);
	const renewSession = vi.fn(async () => undefined);
	const socket = new ReconnectingSocket(() => 'ws://here/ws', {
		onOpen: () => undefined,
		onMessage: () => undefined,
		onConnection: () => undefined,
		renewSession,
		onOutdated: () => undefined
	});
	socket.open();
	await vi.advanceTimersByTimeAsync(0);
	server.socket.end(4401);
	await vi.advanceTimersByTimeAsync(999);
	expect(renewSession).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(1);
	expect(renewSession).toHaveBeenCalledOnce();
	socket.close();
});
