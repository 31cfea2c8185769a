/** Hands out what app.html has requested before the client was loaded. Each is handed out once. */

const TAKEN_WITHIN = 10_000; // milliseconds of the page's life

const isFresh = (): boolean => performance.now() < TAKEN_WITHIN;

/** Returns the response to this request; undefined if it was not sent early, or not quite the same and refused. */
export async function earlyResponse(url: string): Promise<Response | undefined> {
	const path = url.replace(/^\/api|\?.*$/g, '');
	const { responses } = globalThis.window?.early ?? {};
	const sent = responses?.[path];
	if (!sent || !isFresh()) return;
	delete responses![path];
	const response = await sent.catch(() => undefined);
	return response?.ok || response?.url.endsWith(url) ? response : undefined;
}

export interface EarlySocket {
	socket: WebSocket;
	isAsked: boolean; // the first message is in the URL
	received: string[]; // messages until now
}

/** Returns the WebSocket to this address if it is open or opening; closes it if it is taken too late. */
export function earlySocket(url: string): EarlySocket | undefined {
	const { socket, received = [] } = globalThis.window?.early ?? {};
	const [address, first] = socket?.url.split('&first=') ?? [];
	if (!socket || address !== url) return;
	delete window.early!.socket;
	if (isFresh() && socket.readyState <= WebSocket.OPEN) return { socket, isAsked: !!first, received };
	socket.onmessage = null;
	socket.close();
}
