import { renewSession } from '#lib/api.ts';
import type {
	NightClientMessage,
	NightDeal,
	NightInfo,
	NightPlayer,
	NightServerMessage,
	NightTable,
	NightView
} from '#lib/protocol.ts';
import {
	PROTOCOL_VERSION,
	ReconnectingSocket,
	socketUrl,
	type Connection
} from '#lib/reconnecting-socket.ts';
import { reloadOnce } from '#lib/reload.ts';

/** Those before with the changed ones in place of those with their numbers. */
const replaced = <Part extends { number: number }>(before: Part[], changed: Part[] = []): Part[] =>
	[...new Map([...before, ...changed].map((part) => [part.number, part])).values()].sort(
		(one, other) => one.number - other.number
	);

/** A duplicate night as its page shows it; follows its changes while it is connected. */
export class Night {
	readonly code: string;
	readonly you: string; // the reader's public id
	readonly #socket: ReconnectingSocket<NightClientMessage, NightServerMessage>;
	#info = $state.raw() as NightInfo;
	#connection = $state<Connection>('connecting');
	#stopCode = $state<string>();

	constructor({ info, you }: NightView, url: () => string = () => socketUrl('/ws/night')) {
		this.code = info.settings.code;
		this.you = you;
		this.#info = info;
		this.#socket = new ReconnectingSocket(url, {
			onOpen: () => this.#socket.send({ type: 'follow_night', protocol: PROTOCOL_VERSION, night: this.code }),
			onMessage: (message) => this.#onMessage(message),
			onConnection: (state, code) => this.#onConnection(state, code),
			renewSession,
			onOutdated: () => reloadOnce() || this.#onConnection('stopped', 'outdated')
		});
	}

	get info(): NightInfo {
		return this.#info;
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** The error code of a connection that has stopped for good. */
	get stopCode(): string | undefined {
		return this.#stopCode;
	}

	/** The reader, if they take part. */
	get me(): NightPlayer | undefined {
		return this.#info.people.find(({ who }) => who === this.you);
	}

	get isHost(): boolean {
		return this.#info.settings.host_who === this.you;
	}

	/** The reader's table as it stands; undefined before the start. */
	get myTable(): NightTable | undefined {
		return this.#info.tables.find(({ number }) => number === this.me?.table);
	}

	/** Deals that all tables have played. */
	get compared(): NightDeal[] {
		return this.#info.deals.filter(({ seed }) => seed);
	}

	/** Sends a change and shows the response, unless a message has come since: it is newer. May throw an ApiError. */
	async change(request: (code: string) => Promise<NightView>): Promise<void> {
		const before = this.#info;
		const { info } = await request(this.code);
		if (this.#info === before) this.#info = info;
	}

	connect(): void {
		this.#socket.open();
	}

	wake(): void {
		this.#socket.wake();
	}

	leave(): void {
		this.#socket.close();
	}

	#onConnection(state: Connection, code?: string): void {
		this.#connection = state;
		this.#stopCode = code;
	}

	#onMessage(message: NightServerMessage): void {
		if (message.type !== 'night') return;
		const { settings, people, tables, deals } = message;
		const before = this.#info;
		this.#info = {
			settings: settings ?? before.settings,
			people: people ?? before.people,
			tables: replaced(before.tables, tables),
			deals: replaced(before.deals, deals)
		};
		this.#socket.confirm();
	}
}
