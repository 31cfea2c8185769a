import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { earlyResponse, earlySocket } from '#lib/early.ts';
import { PROTOCOL_VERSION } from '#lib/reconnecting-socket.ts';
import html from '../src/app.html?raw';

const response = (url: string, status = 200): Promise<Response> =>
	Promise.resolve(
		Object.defineProperty(new Response('{}', { status }), 'url', { value: `https://cats${url}` })
	);

function stub(responses: Record<string, Promise<Response>>, socket?: object, received?: string[]): void {
	vi.stubGlobal('window', { early: { responses, socket, received } });
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
	expect(earlySocket(socket.url)).toEqual({ socket, isAsked: false, received: [] });
	expect(earlySocket(socket.url)).toBeUndefined();
	stub({}, { ...socket, readyState: WebSocket.CLOSED, close: vi.fn() });
	expect(earlySocket(socket.url)).toBeUndefined();
});

test('a socket that is taken too late is closed: its messages were collected for too long', () => {
	const socket = { url: 'wss://cats/ws?table=abc', readyState: WebSocket.OPEN, close: vi.fn() };
	stub({}, socket);
	vi.mocked(performance.now).mockReturnValue(11_000);
	expect(earlySocket(socket.url)).toBeUndefined();
	expect(socket.close).toHaveBeenCalledOnce();
	expect(window.early!.socket).toBeUndefined();
});

test('a socket with its first message in the URL has that address, too', () => {
	const socket = { url: 'wss://cats/ws?table=abc&first=%7B%7D', readyState: WebSocket.CONNECTING };
	stub({}, socket, ['{"type":"table"}']);
	expect(earlySocket('wss://cats/ws?table=abc')).toEqual({
		socket,
		isAsked: true,
		received: ['{"type":"table"}']
	});
});

test('the page speaks the same version of the protocol', () => {
	expect(html).toContain(`protocol: ${PROTOCOL_VERSION},`);
});
