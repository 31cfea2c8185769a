import { renewSession } from '../api.ts';
import { lobbyApi } from './lobby-api.ts';
import type {
	LobbyClientMessage,
	LobbyServerMessage,
	Needed,
	Offer,
	OpenTable,
	RequestMatch,
	Searching,
	Waiting
} from '../protocol.ts';
import { randomHex } from '../random.ts';
import { reloadOnce } from '../reload.ts';
import { Chat } from '../chat/chat.svelte.ts';
import { PROTOCOL_VERSION, ReconnectingSocket, socketUrl, type Connection } from '../reconnecting-socket.ts';

export const REQUEST_CHANNEL = 'boxcats.match'; // between the tabs of a browser
export const REQUEST_INTERVAL_MS = 4_000; // the server drops requests that were not repeated for 13 s
const RETRIED_CODES = ['one_moment', 'too_fast']; // the request is repeated

/** What a matchmaking request asks for. */
export type MatchCriteria = Pick<RequestMatch, 'game' | 'mode' | 'least' | 'most' | 'clock'>;

/** A request and when it was made (as Date.now()). */
type SharedRequest = Pick<Lobby, 'request' | 'since'>;

/** Tabs have to agree, also about requests of the same moment. */
const isNewer = (one: SharedRequest, other: SharedRequest): boolean =>
	one.since === other.since ? one.request!.id > other.request!.id : one.since > other.since;

/** An offer to everybody in the queue, and when it ends (as Date.now()). */
export type OpenOffer = Offer & { ends: number };

const byPriority = (a: OpenTable, b: OpenTable): number =>
	Number(b.friend) - Number(a.friend) || a.priority - b.priority || b.opened_at - a.opened_at;

type TablesByCode = ReadonlyMap<string, OpenTable>;

/** Returns these tables without those that are gone, and with new and changed ones. */
function changed(before: TablesByCode, tables: OpenTable[], gone: string[] = []): TablesByCode {
	const after = new Map(before);
	for (const code of gone) after.delete(code);
	for (const table of tables) after.set(table.code, table);
	return after;
}

/**
 * The state of the lobby: open tables and this player's matchmaking.
 * As a player has one request, tabs that wait take over the one made last, and its cancellation.
 */
export class Lobby {
	readonly chat: Chat;
	readonly #socket: ReconnectingSocket<LobbyClientMessage, LobbyServerMessage>;
	#tables = $state.raw<TablesByCode>(new Map()); // sent by the server
	#furtherPages = $state.raw<TablesByCode>(new Map()); // loaded on demand, not updated
	#further = $state(0);
	#allLoaded = $state(false);
	#loaded = $state(false);
	#connection = $state<Connection>('connecting');
	#stopCode = $state<string>();
	#request = $state.raw<RequestMatch>();
	#since = $state(0);
	#waitingCount = $state(1);
	#needed = $state.raw<Needed[]>([]);
	#offer = $state.raw<OpenOffer>();
	#online = $state<number>();
	#searching = $state.raw<Searching[]>([]);
	#found = $state<string>();
	#foundElsewhere = $state<string>();
	#refusal = $state<string>();
	#requestTimer: ReturnType<typeof setInterval> | undefined;
	#tabs: BroadcastChannel | undefined;

	constructor(url: () => string = () => socketUrl('/ws/lobby')) {
		this.#socket = new ReconnectingSocket(url, {
			onOpen: () => this.#onOpen(),
			onMessage: (message) => this.#onMessage(message),
			onConnection: (state, code) => this.#onConnection(state, code),
			renewSession,
			onOutdated: () => reloadOnce() || this.#onConnection('stopped', 'outdated')
		});
		this.chat = new Chat((message) => message.type === 'say' && this.#socket.send(message));
	}

	/** Tables with a friend first, then by the server's priority, then the newest. */
	get tables(): OpenTable[] {
		const later = [...this.#furtherPages.values()].filter(({ code }) => !this.#tables.has(code));
		return [...[...this.#tables.values()].sort(byPriority), ...later];
	}

	/** Whether the server has further tables. */
	get hasMore(): boolean {
		return this.#further > 0 && !this.#allLoaded;
	}

	/** Loads the next page. May throw an ApiError. */
	async showMore(): Promise<void> {
		const page = await lobbyApi.furtherTables(this.#furtherPages.size);
		this.#furtherPages = changed(this.#furtherPages, page.tables);
		this.#allLoaded = !page.more;
	}

	/** Whether the tables have loaded. */
	get loaded(): boolean {
		return this.#loaded;
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** The error code of a connection that has stopped. */
	get stopCode(): string | undefined {
		return this.#stopCode;
	}

	/** The current matchmaking request. */
	get request(): RequestMatch | undefined {
		return this.#request;
	}

	/** The number of people in the queue, including this player. */
	get people(): number {
		return this.#waitingCount;
	}

	/** When the request was made (as Date.now()). */
	get since(): number {
		return this.#since;
	}

	/** The number of missing people for each table size. */
	get needed(): Needed[] {
		return this.#needed;
	}

	/** The current offer to the queue. */
	get offer(): OpenOffer | undefined {
		return this.#offer;
	}

	/** The number of people online. */
	get online(): number | undefined {
		return this.#online;
	}

	/** How many people wait for a match, by game, mode and clock. */
	get searching(): Searching[] {
		return this.#searching;
	}

	/** The code of the table that was found. */
	get found(): string | undefined {
		return this.#found;
	}

	/** The code of the table found for another device, after the request of this device was refused. */
	get foundElsewhere(): string | undefined {
		return this.#foundElsewhere;
	}

	/** The error code of the rejected request. */
	get refusal(): string | undefined {
		return this.#refusal;
	}

	/** Whether a request waits, or ended with a table or a refusal. */
	get isMatching(): boolean {
		return Boolean(this.#request ?? this.#found ?? this.#refusal);
	}

	connect(): void {
		this.#socket.open();
		this.#tabs ??= new BroadcastChannel(REQUEST_CHANNEL);
		this.#tabs.onmessage = ({ data }) => this.#onShared(data as SharedRequest);
	}

	/** Shows why it does not connect: the server refuses the session that the WebSocket needs. */
	stop(code: string): void {
		this.#onConnection('stopped', code);
	}

	/** To be called when the page is visible or online again. */
	wake(): void {
		this.#socket.wake();
	}

	leave(): void {
		this.suspend();
		this.#socket.close();
		this.#tabs?.close();
		this.#tabs = undefined;
	}

	/** Starts matchmaking. */
	requestMatch(criteria: MatchCriteria): void {
		this.#waitingCount = 1;
		this.#needed = [];
		this.#since = Date.now();
		this.arrive();
		this.#sendRequest({ type: 'seek', id: randomHex(16), bots: false, ...criteria });
	}

	/** Goes on with a request of the page before or of another tab, which began at `since` (as Date.now()). */
	resume(request: RequestMatch, since: number): void {
		this.#since = since;
		this.#sendRequest(request);
	}

	#share(): void {
		const shared: SharedRequest = { request: this.#request, since: this.#since };
		this.#tabs?.postMessage(shared);
	}

	#onShared(shared: SharedRequest): void {
		const { request, since } = shared;
		if (!this.#request || request?.id === this.#request.id) return;
		if (!request) this.suspend();
		else if (isNewer(shared, this)) this.resume(request, since);
		else this.#share();
	}

	/** Answers the offer. */
	answer(answer: 'people' | 'bots' | 'no'): void {
		if (!this.#offer) return;
		this.#socket.send({ type: 'answer', offer: this.#offer.id, answer });
		this.#offer = { ...this.#offer, answer };
	}

	/** Notes that the page opens the found table: the last request is over. */
	arrive(): void {
		this.#found = undefined;
		this.#foundElsewhere = undefined;
		this.#refusal = undefined;
	}

	/** Cancels the request in all tabs. */
	cancel(): void {
		this.suspend();
		this.#share();
	}

	/** Cancels the request of this tab only. */
	suspend(): void {
		if (this.#request) this.#socket.send({ type: 'cancel' });
		this.#reset();
	}

	/** Sends the request now and repeats it until it is done. */
	#sendRequest(request: RequestMatch): void {
		this.#request = request;
		clearInterval(this.#requestTimer);
		this.#requestTimer = setInterval(() => this.#socket.send(request), REQUEST_INTERVAL_MS);
		this.#socket.send(request);
		this.#share();
	}

	#reset(): void {
		clearInterval(this.#requestTimer);
		this.#request = undefined;
		this.#offer = undefined;
	}

	#onOpen(): void {
		this.#socket.send({ type: 'enter', protocol: PROTOCOL_VERSION });
		if (this.#request) this.#socket.send(this.#request);
		this.chat.resend();
	}

	#onMessage(message: LobbyServerMessage): void {
		if (message.type === 'tables') {
			this.#tables = changed(message.whole ? new Map() : this.#tables, message.tables, message.gone);
			this.#furtherPages = changed(this.#furtherPages, [], message.gone);
			if (message.further > this.#further) this.#allLoaded = false;
			this.#further = message.further;
			this.#loaded = true;
			this.#socket.confirm();
		} else if (message.type === 'said') this.chat.onMessage(message);
		else if (message.type === 'online') {
			this.#online = message.people;
			this.#searching = message.searching ?? []; // servers of the previous version don't send it
		} else if ('id' in message && message.id === this.#request?.id) this.#onAnswer(message);
		else if (message.type === 'found') this.#onFoundLater(message.table);
		else if (message.type === 'refused') this.chat.onMessage(message);
	}

	/** Handles the server's answer to the request. */
	#onAnswer(message: LobbyServerMessage): void {
		if (message.type === 'waiting') this.#onWaiting(message);
		if (message.type === 'found') this.#found = message.table;
		if (message.type === 'refused' && !RETRIED_CODES.includes(message.code)) this.#refusal = message.code;
		if (this.#found || this.#refusal) this.#reset();
	}

	/** Handles a table that was found after the end of the request. */
	#onFoundLater(table: string): void {
		if (this.#refusal) this.#foundElsewhere = table;
		else this.#found = table; // the cancellation came too late
	}

	#onWaiting({ people, needed, offer }: Waiting): void {
		this.#waitingCount = people;
		this.#needed = needed;
		this.#offer = offer && { ...offer, ends: Date.now() + offer.seconds * 1_000 };
	}

	#onConnection(state: Connection, code?: string): void {
		this.#connection = state;
		this.#stopCode = code;
	}
}
