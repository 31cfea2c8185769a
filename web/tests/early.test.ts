import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { earlyResponse, earlySocket } from '#lib/early.ts';

const response = (url: string, status = 200): Promise<Response> =>
	Promise.resolve(
		Object.defineProperty(new Response('{}', { status }), 'url', { value: `https://cats${url}` })
	);

function stub(responses: Record<string, Promise<Response>>, socket?: object): void {
	vi.stubGlobal('window', { early: { responses, socket } });
}

// early responses are taken in the first ten seconds of a page's life
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1_000));

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test('a response is handed out once', async () => {
	stub({ '/games': response('/api/games') });
	expect((await earlyResponse('/api/games'))?.ok).toBe(true);
	expect(await earlyResponse('/api/games')).toBeUndefined();
});

test('a refusal counts for the same request only', async () => {
	stub({ '/me': response('/api/me?create=false', 401) });
	expect(await earlyResponse('/api/me')).toBeUndefined();
	stub({ '/me': response('/api/me?create=false', 401) });
	expect((await earlyResponse('/api/me?create=false'))?.status).toBe(401);
});

test('a request that failed is sent again', async () => {
	stub({ '/me': Promise.reject(new TypeError()) });
	expect(await earlyResponse('/api/me')).toBeUndefined();
});

test('a socket is handed out while it is open, to its own address', () => {
	const socket = { url: 'wss://cats/ws?table=abc', readyState: WebSocket.OPEN };
	stub({}, socket);
	expect(earlySocket('wss://cats/ws?table=other')).toBeUndefined();
	expect(earlySocket(socket.url)).toBe(socket);
	stub({}, { ...socket, readyState: WebSocket.CLOSED });
	expect(earlySocket(socket.url)).toBeUndefined();
});
