import { DEFAULT_SETTINGS } from '#lib/table-settings.ts';
import type { ClientMessage, LogEntry, TableInfo } from '#lib/protocol.ts';

/** A stand-in for the server's end of WebSockets. */
export class FakeServer {
	readonly sockets: FakeSocket[] = [];
	up = true; // new sockets can connect

	/** A stand-in for the WebSocket class. */
	get WebSocket(): typeof WebSocket {
		const take = (socket: FakeSocket): void => this.take(socket);
		return class extends FakeSocket {
			constructor(readonly url: string) {
				super();
				take(this);
			}
		} as unknown as typeof WebSocket;
	}

	/** The current socket. */
	get socket(): FakeSocket {
		return this.sockets.at(-1)!;
	}

	private take(socket: FakeSocket): void {
		this.sockets.push(socket);
		queueMicrotask(() => (this.up ? socket.onopen?.() : socket.onclose?.({ code: 1006 })));
	}
}

export class FakeSocket {
	onopen: (() => void) | null = null;
	onmessage: ((event: { data: string }) => void) | null = null;
	onclose: ((event: { code: number }) => void) | null = null;
	readonly sent: ClientMessage[] = [];
	closed = false; // by the page

	send(text: string): void {
		this.sent.push(JSON.parse(text) as ClientMessage);
	}

	close(): void {
		this.closed = true;
	}

	tell(message: object): void {
		this.onmessage?.({ data: JSON.stringify(message) });
	}

	/** Closes the socket from the server's side. */
	end(code: number): void {
		this.onclose?.({ code });
	}

	of<T extends ClientMessage['type']>(type: T): Extract<ClientMessage, { type: T }>[] {
		return this.sent.filter((message) => message.type === type) as never;
	}
}

export function tableInfo(changes: Partial<TableInfo> = {}): TableInfo {
	const seat = {
		kind: 'person',
		name: 'Ada',
		cat: 'tabby',
		ready: true,
		host: true,
		you: true,
		again: '',
		handle: '',
		account: false,
		shows_hand: false,
		caretaker: false,
		seen_deals: false,
		salted: true,
		who: ''
	} as const;
	return {
		code: 'abc234',
		game: 'cat-in-the-box',
		options: { layout: 'white' },
		status: 'playing',
		seats: [seat, { ...seat, name: 'Bo', host: false, you: false }],
		bots: '',
		terms: DEFAULT_SETTINGS,
		terms_key: 'seen',
		commitment: 'ab',
		you_host: true,
		next: '',
		source_public: false,
		deal_name: '',
		hints: false,
		closed: '',
		rated: false,
		awaited: false,
		spectators_write: false,
		starting: false,
		next_code: '',
		unattended: false,
		removed: '',
		kept_out: [],
		invited: [],
		next_commitment: '',
		...changes
	};
}

/** A minimal view. */
export const view = (trick: number): object => ({ trick, tokens: { red1: 0 } });

export const entry = (version: number): LogEntry => ({
	version,
	events: [{ kind: 'card_set_aside', seat: 0 }]
});
