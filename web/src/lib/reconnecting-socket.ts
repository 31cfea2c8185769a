import { CHECK_WITHIN, Heartbeat, OPEN_WITHIN, backoff } from './heartbeat.ts';

export const PROTOCOL_VERSION = 1;
const SESSION_TRIES = 3;

export type Connection = 'connecting' | 'open' | 'waiting' | 'stopped';

const FINAL_CLOSES: Record<number, string> = {
	1009: 'too_big',
	4400: 'malformed',
	4403: 'no_looking_on',
	4404: 'table_not_found',
	4409: 'too_many_look_on',
	4413: 'too_big',
	4423: 'banned',
	4429: 'too_fast'
};

export interface WireListener<Heard> {
	/** A new line is open: what it is for has to be said first. */
	opened(): void;
	heard(message: Heard): void;
	/** `code` says why a line that is not tried again has ended. */
	connection(state: Connection, code?: string): void;
	/** The server does not know this person: get a session, then the line is tried again. */
	renewSession(): Promise<void>;
	/** The page is older than the server. */
	outdated(): void;
}

/** A line to the server that finds its way back after any break. */
export class Wire<Said extends { type: string }, Heard> {
	readonly #url: () => string;
	readonly #listener: WireListener<Heard>;
	readonly #heartbeat = new Heartbeat(
		() => this.#socket?.send('{"type":"ping"}'),
		() => this.lost()
	);
	#socket: WebSocket | undefined;
	#state: 'idle' | 'opening' | 'open' | 'retrying' | 'renewing' = 'idle';
	#held = false; // once the server has answered
	#attempt = 0;
	#sessionTries = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(url: () => string, listener: WireListener<Heard>) {
		this.#url = url;
		this.#listener = listener;
	}

	/** Connects, now; also the way back from a line that stopped. */
	open(): void {
		this.#drop('opening');
		this.#listener.connection(this.#held ? 'waiting' : 'connecting');
		const socket = new WebSocket(this.#url());
		this.#socket = socket;
		this.#timer = setTimeout(() => this.lost(), OPEN_WITHIN);
		socket.onopen = () => this.#opened();
		socket.onmessage = (event) => this.#heard(JSON.parse(event.data as string) as Heard);
		socket.onclose = (event) => this.#closed(event.code);
	}

	close(): void {
		this.#drop('idle');
	}

	/** Says it, if the line is open. */
	say(message: Said): void {
		if (this.#state === 'open') this.#socket?.send(JSON.stringify(message));
	}

	/** The server has answered what the line is for. */
	holds(): void {
		this.#held = true;
		this.#attempt = 0;
		this.#sessionTries = 0;
		this.#listener.connection('open');
	}

	/** The page is in view or online again: do not wait to find out whether the line still holds. */
	wake(): void {
		if (this.#state === 'open') this.#heartbeat.check(CHECK_WITHIN);
		if (this.#state === 'retrying') this.open();
	}

	/** Nothing comes of this socket: another one is tried. */
	lost(): void {
		this.#drop('idle');
		this.#retry();
	}

	#opened(): void {
		clearTimeout(this.#timer);
		this.#state = 'open';
		this.#listener.opened();
		this.#heartbeat.heard();
	}

	#heard(message: Heard): void {
		this.#heartbeat.heard();
		this.#listener.heard(message);
	}

	#closed(code: number): void {
		this.#drop('idle');
		if (code === 4401) return void this.#renew();
		if (code === 4426) return this.#listener.outdated();
		const final = FINAL_CLOSES[code];
		if (final) return this.#listener.connection('stopped', final);
		this.#retry();
	}

	async #renew(): Promise<void> {
		if (++this.#sessionTries > SESSION_TRIES) return this.#listener.connection('stopped', 'no_session');
		this.#state = 'renewing';
		this.#listener.connection('waiting');
		await this.#listener.renewSession().catch(() => undefined);
		if (this.#state === 'renewing') this.#retry();
	}

	#retry(): void {
		this.#state = 'retrying';
		this.#listener.connection('waiting');
		this.#timer = setTimeout(() => this.open(), backoff(this.#attempt++));
	}

	/** Lets go of the present socket without waiting for the other side. */
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

/** The address of a socket of this site. */
export const socketUrl = (path: string): string =>
	`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
