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
import { PROTOCOL_VERSION, Wire, type Connection } from '../reconnecting-socket.ts';

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

export interface SocketListener {
	/** Another code than before: this page is at that table now. */
	table(info: TableInfo): void;
	lookersOn(now: LookersOn): void;
	standing(now: Standing): void;
	/** `live`: it came about while this page was looking on, not with a join. */
	position(position: Position, log: LogEntry[], live: boolean): void;
	answer(answer: Answer): void;
	/** What is said at the table, or why it was not. */
	talk(message: Said | Reacted | Refused): void;
	/** `code` says why a line that is not tried again has ended. */
	connection(state: Connection, code?: string): void;
	/** The server does not know this person: get a session, then the line is tried again. */
	renewSession(): Promise<void>;
	/** The page is older than the server. */
	outdated(): void;
}

/**
 * One page's line to its table. Keeps a play until it is answered and finds its way back after any break.
 * The server may lead it on to another table.
 */
export class TableSocket {
	#code: string;
	readonly #listener: SocketListener;
	readonly #unanswered = new Map<string, ClientMessage>(); // plays by id, in the order made
	readonly #wire: Wire<ClientMessage, ServerMessage>;
	#catchingUp = true; // a join is sent and the whole view it asks for has not come
	#position: Position | undefined;
	#logged = 0; // the version up to which this page has the log
	#leadsOn = false; // the table's players went on to another one, and this page knows

	constructor(code: string, urlOf: (code: string) => string, listener: SocketListener) {
		this.#code = code;
		this.#listener = listener;
		this.#wire = new Wire(() => urlOf(this.#code), {
			opened: () => this.#join(),
			heard: (message) => this.#hear(message),
			connection: (state, code) => this.#connected(state, code),
			renewSession: () => listener.renewSession(),
			outdated: () => listener.outdated()
		});
	}

	/** Connects, now; also the way back from a line that stopped. */
	open(): void {
		this.#wire.open();
	}

	close(): void {
		this.#wire.close();
	}

	/** Sends a move and keeps it until it is answered. Returns the id the answer will carry. */
	play(turn: number, move: object): string {
		const id = randomHex(12);
		const message: ClientMessage = { type: 'play', id, turn, move: { ...move } };
		this.#unanswered.set(id, message);
		this.#wire.say(message);
		return id;
	}

	/** Says whether this person wants another game, with a salt for it; lost if the line is broken. */
	again(yes: boolean, salt: string): void {
		this.#wire.say({ type: 'again', yes, salt });
	}

	/** Says whether whoever looks on may see this person's hand, a round late; lost if the line is broken. */
	showHand(yes: boolean): void {
		this.#wire.say({ type: 'show_hand', yes });
	}

	/** Says something to the table; lost if the line is broken. */
	say(message: Say | React): void {
		this.#wire.say(message);
	}

	/** The page is in view or online again: do not wait to find out whether the line still holds. */
	wake(): void {
		this.#wire.wake();
	}

	#join(): void {
		this.#askForWhole();
		for (const play of this.#unanswered.values()) this.#wire.say(play);
	}

	#askForWhole(): void {
		this.#catchingUp = true;
		this.#wire.say({
			type: 'join',
			protocol: PROTOCOL_VERSION,
			table: this.#code,
			log_from: this.#logged,
			...(this.#leadsOn && { stay: true as const })
		});
	}

	#hear(message: ServerMessage): void {
		switch (message.type) {
			case 'table':
				return this.#seated(message.table);
			case 'lookers_on':
				return this.#listener.lookersOn(message);
			case 'standing':
				return this.#listener.standing(message);
			case 'update':
				return this.#update(message);
			case 'accepted':
				return this.#answered({ id: message.id, version: message.version });
			case 'stale':
				return this.#answered({ id: message.id, code: 'stale' });
			case 'said':
			case 'reacted':
				return this.#listener.talk(message);
			case 'refused':
				return this.#refused(message);
		}
	}

	#refused(message: Refused): void {
		const { id, code } = message;
		if (id !== undefined && this.#unanswered.has(id)) return this.#answered({ id, code });
		if (id === undefined && code === 'one_moment') return this.#wire.lost(); // no answer to the join
		this.#listener.talk(message);
	}

	#seated(info: TableInfo): void {
		if (info.code !== this.#code) this.#turnTo(info.code);
		if (info.status === 'open') this.#catchingUp = false; // nothing to wait for
		this.#leadsOn = info.next !== '';
		this.#listener.table(info);
		this.#wire.holds();
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
		const { version, turn, clocks, substituted = [] } = update;
		this.#position = { version, view, turn, clocks, substituted };
		const log = update.log.filter((entry) => entry.version > this.#logged || had < 0);
		this.#logged = update.version;
		this.#listener.position(this.#position, log, live);
	}

	/** The view an update leads to; undefined when it is old, or when something before it is missing. */
	#viewOf(update: Update, had: number): object | undefined {
		if (update.view) return update.version >= had ? update.view : undefined;
		if (this.#catchingUp || update.version <= had) return undefined;
		if (update.base === had) return mergePatch(this.#position?.view, update.patch) as object;
		this.#askForWhole();
		return undefined;
	}

	#answered(answer: Answer): void {
		if (this.#unanswered.delete(answer.id)) this.#listener.answer(answer);
	}

	#connected(state: Connection, code?: string): void {
		for (const id of state === 'stopped' ? [...this.#unanswered.keys()] : []) this.#answered({ id, code });
		this.#listener.connection(state, code);
	}
}
