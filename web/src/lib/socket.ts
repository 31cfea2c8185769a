import { CHECK_WITHIN, Heartbeat, OPEN_WITHIN, backoff } from './line.ts';
import { mergePatch } from './merge.ts';
import type {
	ClientMessage,
	LogEntry,
	LookersOn,
	Move,
	ServerMessage,
	TableInfo,
	Update,
	View
} from './protocol.ts';
import { newSalt, randomHex } from './random.ts';

export const PROTOCOL_VERSION = 1;
const SESSION_TRIES = 3;

export type Connection = 'connecting' | 'open' | 'waiting' | 'stopped';

/** The position as this person may see it. */
export interface Position {
	version: number;
	view: View;
	turn: number | undefined; // only while this seat is to act
}

/** How the server answered a play: the version it made, or the code of a refusal. */
export interface Answer {
	id: string;
	version?: number;
	code?: string;
}

export interface SocketListener {
	/** Another code than before: this page is at that table now. */
	table(info: TableInfo): void;
	lookersOn(now: LookersOn): void;
	/** `live`: it came about while this page was looking on, not with a join. */
	position(position: Position, log: LogEntry[], live: boolean): void;
	answer(answer: Answer): void;
	/** `code` says why a line that is not tried again has ended. */
	connection(state: Connection, code?: string): void;
	/** The server does not know this person: get a session, then the line is tried again. */
	renewSession(): Promise<void>;
	/** The page is older than the server. */
	outdated(): void;
}

const FINAL_CLOSES: Record<number, string> = {
	1009: 'too_big',
	4400: 'malformed',
	4403: 'no_looking_on',
	4404: 'table_not_found',
	4409: 'too_many_look_on',
	4413: 'too_big',
	4429: 'too_fast'
};

/**
 * One page's line to its table. Keeps a play until it is answered and finds its way back after any break.
 * The server may lead it on to another table.
 */
export class TableSocket {
	#code: string;
	readonly #urlOf: (code: string) => string;
	readonly #listener: SocketListener;
	readonly #unanswered = new Map<string, ClientMessage>(); // plays by id, in the order made
	readonly #heartbeat = new Heartbeat(
		() => this.#send({ type: 'ping' }),
		() => this.#lost()
	);
	#socket: WebSocket | undefined;
	#state: 'idle' | 'opening' | 'joined' | 'retrying' | 'renewing' = 'idle'; // joined: the join is sent
	#catchingUp = true; // a join is sent and the whole view it asks for has not come
	#position: Position | undefined;
	#logged = 0; // the version up to which this page has the log
	#attempt = 0;
	#sessionTries = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(code: string, urlOf: (code: string) => string, listener: SocketListener) {
		this.#code = code;
		this.#urlOf = urlOf;
		this.#listener = listener;
	}

	/** Connects, now; also the way back from a line that stopped. */
	open(): void {
		this.#drop('opening');
		this.#listener.connection(this.#position ? 'waiting' : 'connecting');
		const socket = new WebSocket(this.#urlOf(this.#code));
		this.#socket = socket;
		this.#timer = setTimeout(() => this.#lost(), OPEN_WITHIN);
		socket.onopen = () => this.#join();
		socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as ServerMessage);
		socket.onclose = (event) => this.#closed(event.code);
	}

	close(): void {
		this.#drop('idle');
	}

	/** Sends a move and keeps it until it is answered. Returns the id the answer will carry. */
	play(turn: number, move: Move): string {
		const id = randomHex(12);
		const message: ClientMessage = { type: 'play', id, turn, move: { ...move } };
		this.#unanswered.set(id, message);
		if (this.#state === 'joined') this.#send(message);
		return id;
	}

	/** Says whether this person wants another game; lost if the line is broken. */
	again(yes: boolean): void {
		if (this.#state === 'joined') this.#send({ type: 'again', yes, salt: newSalt() });
	}

	/** The page is in view or online again: do not wait to find out whether the line still holds. */
	wake(): void {
		if (this.#state === 'joined') this.#heartbeat.check(CHECK_WITHIN);
		if (this.#state === 'retrying') this.open();
	}

	#join(): void {
		clearTimeout(this.#timer);
		this.#state = 'joined';
		this.#askForWhole();
		this.#heartbeat.heard();
		for (const play of this.#unanswered.values()) this.#send(play);
	}

	#askForWhole(): void {
		this.#catchingUp = true;
		this.#send({
			type: 'join',
			protocol: PROTOCOL_VERSION,
			table: this.#code,
			log_from: this.#logged
		});
	}

	#hear(message: ServerMessage): void {
		this.#heartbeat.heard();
		switch (message.type) {
			case 'table':
				return this.#seated(message.table);
			case 'lookers_on':
				return this.#listener.lookersOn(message);
			case 'update':
				return this.#update(message);
			case 'accepted':
				return this.#answered({ id: message.id, version: message.version });
			case 'stale':
				return this.#answered({ id: message.id, code: 'stale' });
			case 'refused':
				if (message.id) return this.#answered({ id: message.id, code: message.code });
				if (message.code === 'one_moment') this.#lost(); // the join could not be answered
		}
	}

	#seated(info: TableInfo): void {
		this.#attempt = 0;
		this.#sessionTries = 0;
		if (info.code !== this.#code) this.#turnTo(info.code);
		if (info.status === 'open') this.#catchingUp = false; // nothing to wait for
		this.#listener.table(info);
		this.#listener.connection('open');
	}

	/** The game there is another one: nothing that was known here holds. */
	#turnTo(code: string): void {
		this.#code = code;
		this.#catchingUp = true;
		this.#position = undefined;
		this.#logged = 0;
		this.#unanswered.clear();
	}

	#update(update: Update): void {
		const had = this.#position?.version ?? -1;
		const view = this.#viewOf(update, had);
		if (!view) return;
		const live = !this.#catchingUp;
		this.#catchingUp = false;
		this.#position = { version: update.version, view, turn: update.turn ?? undefined };
		const log = update.log.filter((entry) => entry.version > this.#logged || had < 0);
		this.#logged = update.version;
		this.#listener.position(this.#position, log, live);
	}

	/** The view an update leads to; undefined when it is old, or when something before it is missing. */
	#viewOf(update: Update, had: number): View | undefined {
		if (update.view) return update.version >= had ? update.view : undefined;
		if (this.#catchingUp || update.version <= had) return undefined;
		if (update.base === had) return mergePatch(this.#position?.view, update.patch) as View;
		this.#askForWhole();
		return undefined;
	}

	#answered(answer: Answer): void {
		if (this.#unanswered.delete(answer.id)) this.#listener.answer(answer);
	}

	#closed(code: number): void {
		this.#drop('idle');
		if (code === 4401) return void this.#renew();
		if (code === 4426) return this.#listener.outdated();
		const final = FINAL_CLOSES[code];
		if (final) return this.#stop(final);
		this.#retry();
	}

	#stop(code: string): void {
		for (const id of [...this.#unanswered.keys()]) this.#answered({ id, code });
		this.#listener.connection('stopped', code);
	}

	async #renew(): Promise<void> {
		if (++this.#sessionTries > SESSION_TRIES) return this.#stop('no_session');
		this.#state = 'renewing';
		this.#listener.connection('waiting');
		await this.#listener.renewSession().catch(() => undefined);
		if (this.#state === 'renewing') this.#retry();
	}

	#lost(): void {
		this.#drop('idle');
		this.#retry();
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

	#send(message: ClientMessage): void {
		this.#socket?.send(JSON.stringify(message));
	}
}
