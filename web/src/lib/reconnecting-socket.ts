import { CHECK_TIMEOUT_MS, Heartbeat, OPEN_TIMEOUT_MS, backoff } from './heartbeat.ts';
import { earlySocket } from './early.ts';
import * as CLOSE_CODE from './close-codes.gen.ts';

export const PROTOCOL_VERSION = 1;
const MAX_SESSION_RENEWALS = 3;
const ANSWER_TIMEOUT_MS = 2_000; // of a first message in the URL
const NEW_COOKIE_MS = 1_000; // a login, which ended the session, sets another cookie with its response

export type Connection = 'connecting' | 'open' | 'waiting' | 'stopped';

/** Error codes for the close codes after which the socket does not reconnect. */
const FINAL_CLOSES: Record<number, string> = {
	[CLOSE_CODE.MESSAGE_TOO_BIG]: 'too_big',
	[CLOSE_CODE.MALFORMED]: 'malformed',
	[CLOSE_CODE.NOT_ALLOWED]: 'no_looking_on',
	[CLOSE_CODE.NOT_FOUND]: 'table_not_found',
	[CLOSE_CODE.TOO_MANY_SPECTATORS]: 'too_many_look_on',
	[CLOSE_CODE.DAMAGED_GAME]: 'damaged_game',
	[CLOSE_CODE.BANNED]: 'banned',
	[CLOSE_CODE.TOO_MANY_MESSAGES]: 'too_fast'
};

export interface SocketListener<Incoming> {
	/** A connection was opened: the first message of the protocol has to be sent. */
	onOpen(): void;
	onMessage(message: Incoming): void;
	/** `code` is the error code of a socket that has stopped for good. */
	onConnection(state: Connection, code?: string): void;
	/** The server knows no session of this browser. The socket reconnects when the promise settles. */
	renewSession(): Promise<void>;
	/** The server speaks a newer protocol than this page. */
	onOutdated(): void;
}

/** A WebSocket with JSON messages that pings the server and reconnects with backoff. */
export class ReconnectingSocket<Outgoing extends { type: string }, Incoming> {
	readonly #url: () => string;
	readonly #listener: SocketListener<Incoming>;
	readonly #heartbeat = new Heartbeat(
		() => this.#socket?.send('{"type":"ping"}'),
		() => this.reconnect()
	);
	#socket: WebSocket | undefined;
	#state: 'idle' | 'opening' | 'open' | 'retrying' | 'renewing' = 'idle';
	#established = false; // the server has answered at least once
	#attempt = 0;
	#sessionRenewals = 0;
	#refused: string | undefined; // code of the last refusal that names no message
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(url: () => string, listener: SocketListener<Incoming>) {
		this.#url = url;
		this.#listener = listener;
	}

	/** Connects now, also after the socket has stopped. */
	open(): void {
		this.#drop('opening');
		this.#listener.onConnection(this.#established || this.#attempt ? 'waiting' : 'connecting');
		const early = earlySocket(this.#url());
		const socket = early?.socket ?? new WebSocket(this.#url());
		this.#socket = socket;
		this.#timer = setTimeout(() => this.reconnect(), OPEN_TIMEOUT_MS);
		socket.onopen = () => this.#onOpen(early?.isAsked);
		socket.onmessage = (event) => this.#onMessage(event.data as string);
		socket.onclose = (event) => this.#onClose(event.code);
		if (early && socket.readyState === WebSocket.OPEN) this.#onOpen(early.isAsked);
		for (const text of early?.received ?? []) this.#onMessage(text);
	}

	close(): void {
		this.#drop('idle');
	}

	/** Sends the message; drops it if the connection is not open, or is being closed by the server. */
	send(message: Outgoing): void {
		const socket = this.#socket;
		if (this.#state === 'open' && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
	}

	/** The listener calls this when the server has answered its first message: resets the backoff. */
	confirm(): void {
		this.#established = true;
		this.#attempt = 0;
		this.#sessionRenewals = 0;
		this.#listener.onConnection('open');
	}

	/** Checks or reopens the connection at once, because the page is visible or online again. */
	wake(): void {
		if (this.#state === 'open') this.#heartbeat.check(CHECK_TIMEOUT_MS);
		if (this.#state === 'retrying') this.open();
	}

	/** Drops the connection and opens another one after the backoff. */
	reconnect(): void {
		this.#drop('idle');
		this.#retry();
	}

	/** `isAsked`: the first message was in the URL; a server of an earlier version does not answer it. */
	#onOpen(isAsked = false): void {
		clearTimeout(this.#timer);
		this.#state = 'open';
		this.#heartbeat.received();
		if (isAsked) this.#timer = setTimeout(() => this.#listener.onOpen(), ANSWER_TIMEOUT_MS);
		else this.#listener.onOpen();
	}

	#onMessage(text: string): void {
		clearTimeout(this.#timer);
		this.#heartbeat.received();
		const message = JSON.parse(text) as Incoming & { type: string; id?: string; code?: string };
		if (message.type === 'refused' && !message.id) this.#refused = message.code;
		this.#listener.onMessage(message);
	}

	#onClose(code: number): void {
		this.#drop('idle');
		if (code === CLOSE_CODE.NO_SESSION) {
			this.#timer = setTimeout(() => void this.#renew(), NEW_COOKIE_MS);
			return;
		}
		if (code === CLOSE_CODE.OUTDATED_CLIENT) return this.#listener.onOutdated();
		// only the refusal says what was not found, or why it may not be seen
		const isRefused = code === CLOSE_CODE.NOT_FOUND || code === CLOSE_CODE.NOT_ALLOWED;
		const final = (isRefused && this.#refused) || FINAL_CLOSES[code];
		if (final) return this.#listener.onConnection('stopped', final);
		this.#retry();
	}

	async #renew(): Promise<void> {
		if (++this.#sessionRenewals > MAX_SESSION_RENEWALS)
			return this.#listener.onConnection('stopped', 'no_session');
		this.#state = 'renewing';
		this.#listener.onConnection('waiting');
		await this.#listener.renewSession().catch(() => undefined);
		if (this.#state === 'renewing') this.#retry();
	}

	#retry(): void {
		this.#state = 'retrying';
		this.#listener.onConnection('waiting');
		this.#timer = setTimeout(() => this.open(), backoff(this.#attempt++));
	}

	/** Detaches from the current WebSocket without waiting for the close handshake. */
	#drop(next: 'idle' | 'opening'): void {
		clearTimeout(this.#timer);
		this.#heartbeat.stop();
		this.#state = next;
		const socket = this.#socket;
		this.#socket = undefined;
		if (!socket) return;
		socket.onopen = socket.onmessage = socket.onclose = null;
		socket.close();
	}
}

/** The URL of a WebSocket of this site. */
export const socketUrl = (path: string): string =>
	`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
