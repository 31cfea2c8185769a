import { mergePatch } from '../json-merge-patch.ts';
import type {
	AnyGame,
	ClientMessage,
	Game,
	LogEntry,
	Spectators,
	ServerMessage,
	TableStatus,
	React,
	Reacted,
	Refused,
	ChatLines,
	SendChat,
	TableInfo,
	Update
} from '../protocol.ts';
import { randomHex } from '../random.ts';
import { PROTOCOL_VERSION, ReconnectingSocket, type Connection } from '../reconnecting-socket.ts';

/** The position in this player's view. */
export interface Position<G extends Game = AnyGame> {
	version: number;
	view: G['view'];
	turn: number | undefined; // only on this seat's turn
	clocks: Update['clocks']; // by seat, if there is a time control
	stepLeft: number | undefined; // milliseconds, if the game's rules limit the step
	stepAge: number | undefined; // milliseconds, in a game whose rules have time limits
	substituted: number[]; // seats for which a bot played
}

/** The server's answer to a play: the new version, or an error code. */
export interface Answer {
	id: string;
	version?: number;
	code?: string;
}

export interface TableListener {
	/** With another code than before the page has moved to that table. */
	onTable(info: TableInfo): void;
	onSpectators(now: Spectators): void;
	onTableStatus(now: TableStatus): void;
	/** `live`: it happened while the page was connected, not before the join. */
	onPosition(position: Position, log: LogEntry[], live: boolean): void;
	onAnswer(answer: Answer): void;
	/** A message or an error of the chat. */
	onChat(message: ChatLines | Reacted | Refused): void;
	/** `code` is the error code of a connection that has stopped. */
	onConnection(state: Connection, code?: string): void;
	/** The server knows no session of this browser. */
	renewSession(): Promise<void>;
	/** The server speaks a newer protocol than this page. */
	onOutdated(): void;
}

/** What a table needs of its connection. */
export type TableConnection = Pick<
	TableSocket,
	'open' | 'close' | 'play' | 'answerRematch' | 'showHand' | 'send' | 'wake'
>;

/**
 * The connection of a page to its table. Repeats a play until it is answered, and follows the table's players
 * to their next table.
 */
export class TableSocket {
	#code: string;
	readonly #listener: TableListener;
	readonly #unanswered = new Map<string, ClientMessage>(); // plays by id, in order
	readonly #socket: ReconnectingSocket<ClientMessage, ServerMessage>;
	#awaitsView = true; // a join was sent and its full view has not arrived
	#position: Position | undefined;
	#logVersion = 0; // version up to which the log is complete
	#seat = -1; // this player's; -1: a spectator
	#leadsToNext = false; // this page knows of the players' next table

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

	/** Connects now, also after the connection has stopped. */
	open(): void {
		this.#socket.open();
	}

	close(): void {
		this.#socket.close();
	}

	/** Sends a move and repeats it until it is answered. Returns the id of the play. */
	play(turn: number, move: object): string {
		const id = randomHex(12);
		const message: ClientMessage = { type: 'play', id, turn, move: { ...move } };
		this.#unanswered.set(id, message);
		this.#socket.send(message);
		return id;
	}

	/** Answers the offer of a rematch, with a salt for it; dropped without a connection. */
	answerRematch(yes: boolean, salt: string): void {
		this.#socket.send({ type: 'again', yes, salt });
	}

	/** Allows spectators to see this player's hand after the round; dropped without a connection. */
	showHand(yes: boolean): void {
		this.#socket.send({ type: 'show_hand', yes });
	}

	/** Sends a chat line; dropped without a connection. */
	send(message: SendChat | React): void {
		this.#socket.send(message);
	}

	/** Checks or reopens the connection at once, because the page is visible or online again. */
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
				return this.#listener.onTableStatus(message);
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
		if (id === undefined && code === 'one_moment') return this.#socket.reconnect(); // the join was not handled
		this.#listener.onChat(message);
	}

	#onTable(info: TableInfo): void {
		if (info.code !== this.#code) this.#switchTable(info.code);
		const seat = info.seats.findIndex(({ you }) => you);
		if (seat !== this.#seat) this.#position = undefined; // another seat numbers the versions in its own way
		this.#seat = seat;
		if (info.status === 'open') this.#awaitsView = false; // there is no view before the start
		this.#leadsToNext = info.next !== '';
		this.#listener.onTable(info);
		this.#socket.confirm();
	}

	/** Moves to another table and discards the state of the old one. */
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
		const { version, turn, clocks, substituted = [], step_left: stepLeft, step_age: stepAge } = update;
		this.#position = { version, view, turn, clocks, stepLeft, stepAge, substituted };
		const log = update.log.filter((entry) => entry.version > this.#logVersion || had < 0);
		this.#logVersion = update.version;
		this.#listener.onPosition(this.#position, log, live);
	}

	/** Applies an update; returns undefined if it is old, or if an update before it is missing. */
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
