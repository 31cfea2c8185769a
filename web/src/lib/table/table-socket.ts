import { mergePatch } from '../json-merge-patch.ts';
import type {
	AnyGame,
	ClientMessage,
	Game,
	LogEntry,
	LookersOn,
	ServerMessage,
	Standing,
	React,
	Reacted,
	Refused,
	Said,
	Say,
	TableInfo,
	Update
} from '../protocol.ts';
import { randomHex } from '../random.ts';
import { PROTOCOL_VERSION, ReconnectingSocket, type Connection } from '../reconnecting-socket.ts';

/** The position as this person may see it. */
export interface Position<G extends Game = AnyGame> {
	version: number;
	view: G['view'];
	turn: number | undefined; // only while this seat is to act
	clocks: Update['clocks']; // by seat, where it is played by the clock
	substituted: number[]; // seats for which a bot made some of their moves
}

/** How the server answered a play: the version it made, or the code of a refusal. */
export interface Answer {
	id: string;
	version?: number;
	code?: string;
}

export interface TableListener {
	/** Another code than before: this page is at that table now. */
	onTable(info: TableInfo): void;
	onSpectators(now: LookersOn): void;
	onStanding(now: Standing): void;
	/** `live`: it came about while this page was looking on, not with a join. */
	onPosition(position: Position, log: LogEntry[], live: boolean): void;
	onAnswer(answer: Answer): void;
	/** What is said at the table, or why it was not. */
	onChat(message: Said | Reacted | Refused): void;
	/** `code` says why a line that is not tried again has ended. */
	onConnection(state: Connection, code?: string): void;
	/** The server does not know this person: get a session, then the line is tried again. */
	renewSession(): Promise<void>;
	/** The page is older than the server. */
	onOutdated(): void;
}

/**
 * One page's line to its table. Keeps a play until it is answered and finds its way back after any break.
 * The server may lead it on to another table.
 */
export class TableSocket {
	#code: string;
	readonly #listener: TableListener;
	readonly #unanswered = new Map<string, ClientMessage>(); // plays by id, in the order made
	readonly #socket: ReconnectingSocket<ClientMessage, ServerMessage>;
	#awaitsView = true; // a join is sent and the whole view it asks for has not come
	#position: Position | undefined;
	#logVersion = 0; // the version up to which this page has the log
	#leadsToNext = false; // the table's players went on to another one, and this page knows

	constructor(code: string, urlOf: (code: string) => string, listener: TableListener) {
		this.#code = code;
		this.#listener = listener;
		this.#socket = new ReconnectingSocket(() => urlOf(this.#code), {
			onOpen: () => this.#join(),
			onMessage: (message) => this.#onMessage(message),
			onConnection: (state, code) => this.#onConnection(state, code),
			renewSession: () => listener.renewSession(),
			onOutdated: () => listener.onOutdated()
		});
	}

	/** Connects, now; also the way back from a line that stopped. */
	open(): void {
		this.#socket.open();
	}

	close(): void {
		this.#socket.close();
	}

	/** Sends a move and keeps it until it is answered. Returns the id the answer will carry. */
	play(turn: number, move: object): string {
		const id = randomHex(12);
		const message: ClientMessage = { type: 'play', id, turn, move: { ...move } };
		this.#unanswered.set(id, message);
		this.#socket.send(message);
		return id;
	}

	/** Says whether this person wants another game, with a salt for it; lost if the line is broken. */
	answerRematch(yes: boolean, salt: string): void {
		this.#socket.send({ type: 'again', yes, salt });
	}

	/** Says whether whoever looks on may see this person's hand, a round late; lost if the line is broken. */
	showHand(yes: boolean): void {
		this.#socket.send({ type: 'show_hand', yes });
	}

	/** Says something to the table; lost if the line is broken. */
	send(message: Say | React): void {
		this.#socket.send(message);
	}

	/** The page is in view or online again: do not wait to find out whether the line still holds. */
	wake(): void {
		this.#socket.wake();
	}

	#join(): void {
		this.#requestView();
		for (const play of this.#unanswered.values()) this.#socket.send(play);
	}

	#requestView(): void {
		this.#awaitsView = true;
		this.#socket.send({
			type: 'join',
			protocol: PROTOCOL_VERSION,
			table: this.#code,
			log_from: this.#logVersion,
			...(this.#leadsToNext && { stay: true as const })
		});
	}

	#onMessage(message: ServerMessage): void {
		switch (message.type) {
			case 'table':
				return this.#onTable(message.table);
			case 'lookers_on':
				return this.#listener.onSpectators(message);
			case 'standing':
				return this.#listener.onStanding(message);
			case 'update':
				return this.#onUpdate(message);
			case 'accepted':
				return this.#onAnswer({ id: message.id, version: message.version });
			case 'stale':
				return this.#onAnswer({ id: message.id, code: 'stale' });
			case 'said':
			case 'reacted':
				return this.#listener.onChat(message);
			case 'refused':
				return this.#onRefused(message);
		}
	}

	#onRefused(message: Refused): void {
		const { id, code } = message;
		if (id !== undefined && this.#unanswered.has(id)) return this.#onAnswer({ id, code });
		if (id === undefined && code === 'one_moment') return this.#socket.reconnect(); // no answer to the join
		this.#listener.onChat(message);
	}

	#onTable(info: TableInfo): void {
		if (info.code !== this.#code) this.#switchTable(info.code);
		if (info.status === 'open') this.#awaitsView = false; // nothing to wait for
		this.#leadsToNext = info.next !== '';
		this.#listener.onTable(info);
		this.#socket.confirm();
	}

	/** The game there is another one: nothing that was known here holds. */
	#switchTable(code: string): void {
		this.#code = code;
		this.#awaitsView = true;
		this.#position = undefined;
		this.#logVersion = 0;
		this.#unanswered.clear();
	}

	#onUpdate(update: Update): void {
		const had = this.#position?.version ?? -1;
		const view = this.#viewOf(update, had);
		if (!view) return;
		const live = !this.#awaitsView;
		this.#awaitsView = false;
		const { version, turn, clocks, substituted = [] } = update;
		this.#position = { version, view, turn, clocks, substituted };
		const log = update.log.filter((entry) => entry.version > this.#logVersion || had < 0);
		this.#logVersion = update.version;
		this.#listener.onPosition(this.#position, log, live);
	}

	/** The view an update leads to; undefined when it is old, or when something before it is missing. */
	#viewOf(update: Update, had: number): object | undefined {
		if (update.view) return update.version >= had ? update.view : undefined;
		if (this.#awaitsView || update.version <= had) return undefined;
		if (update.base === had) return mergePatch(this.#position?.view, update.patch) as object;
		this.#requestView();
		return undefined;
	}

	#onAnswer(answer: Answer): void {
		if (this.#unanswered.delete(answer.id)) this.#listener.onAnswer(answer);
	}

	#onConnection(state: Connection, code?: string): void {
		for (const id of state === 'stopped' ? [...this.#unanswered.keys()] : []) this.#onAnswer({ id, code });
		this.#listener.onConnection(state, code);
	}
}
