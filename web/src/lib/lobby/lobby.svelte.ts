import { SvelteMap } from 'svelte/reactivity';
import { api, renewSession } from '../api.ts';
import type {
	LobbyClientMessage,
	LobbyServerMessage,
	Needed,
	Offer,
	OpenTable,
	Seek,
	Waiting
} from '../protocol.ts';
import { randomHex } from '../random.ts';
import { reloadOnce } from '../reload.ts';
import { Chat } from '../chat/chat.svelte.ts';
import { PROTOCOL_VERSION, ReconnectingSocket, socketUrl, type Connection } from '../reconnecting-socket.ts';

export const SEEK_INTERVAL_MS = 4_000; // who is silent for 13 s has gone, to the server
const RETRIED_CODES = ['one_moment', 'too_fast']; // it is said again

export type MatchRequest = Pick<Seek, 'game' | 'least' | 'most' | 'clock'>;

/** What all who wait are offered, and until when. */
export type OpenOffer = Offer & { ends: number };

const byPriority = (a: OpenTable, b: OpenTable): number =>
	Number(b.friend) - Number(a.friend) || a.priority - b.priority || b.opened_at - a.opened_at;

/** The lobby as this page knows it: the open tables, and what this person waits for. */
export class Lobby {
	readonly chat: Chat;
	readonly #socket: ReconnectingSocket<LobbyClientMessage, LobbyServerMessage>;
	readonly #tables = new SvelteMap<string, OpenTable>(); // of the first page
	readonly #furtherPages = new SvelteMap<string, OpenTable>(); // of further pages, as they were when asked for
	#further = $state(0);
	#allLoaded = $state(false);
	#loaded = $state(false);
	#connection = $state<Connection>('connecting');
	#stopCode = $state<string>();
	#request = $state.raw<Seek>();
	#since = $state(0);
	#waitingCount = $state(1);
	#needed = $state.raw<Needed[]>([]);
	#offer = $state.raw<OpenOffer>();
	#online = $state<number>();
	#found = $state<string>();
	#refusal = $state<string>();
	#seekTimer: ReturnType<typeof setInterval> | undefined;

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

	/** Those where a friend sits first, then in the server's fair order, then the newest. */
	get tables(): OpenTable[] {
		const later = [...this.#furtherPages.values()].filter(({ code }) => !this.#tables.has(code));
		return [...[...this.#tables.values()].sort(byPriority), ...later];
	}

	/** Whether the server has more tables than were sent. */
	get hasMore(): boolean {
		return this.#further > 0 && !this.#allLoaded;
	}

	/** Asks for the next page. May throw an ApiError. */
	async showMore(): Promise<void> {
		const page = await api.furtherTables(this.#furtherPages.size);
		for (const table of page.tables) this.#furtherPages.set(table.code, table);
		this.#allLoaded = !page.more;
	}

	/** Whether the tables have come. */
	get loaded(): boolean {
		return this.#loaded;
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** Why the line stopped for good. */
	get stopCode(): string | undefined {
		return this.#stopCode;
	}

	/** What this person waits for. */
	get request(): Seek | undefined {
		return this.#request;
	}

	/** How many wait for the same, this person among them. */
	get people(): number {
		return this.#waitingCount;
	}

	/** Since when this person waits, as `Date.now()` has it. */
	get since(): number {
		return this.#since;
	}

	/** For each size that is wanted: how many people are missing. */
	get needed(): Needed[] {
		return this.#needed;
	}

	/** What this person is offered together with others who wait. */
	get offer(): OpenOffer | undefined {
		return this.#offer;
	}

	/** How many people have a page of this site open. */
	get online(): number | undefined {
		return this.#online;
	}

	/** The code of the table that quick match found. */
	get found(): string | undefined {
		return this.#found;
	}

	/** Why the wish was refused. */
	get refusal(): string | undefined {
		return this.#refusal;
	}

	connect(): void {
		this.#socket.open();
	}

	/** The page is in view or online again. */
	wake(): void {
		this.#socket.wake();
	}

	leave(): void {
		this.cancel();
		this.#socket.close();
	}

	/** Waits for others who want the same. */
	seek(request: MatchRequest): void {
		this.#waitingCount = 1;
		this.#needed = [];
		this.#since = Date.now();
		this.#refusal = undefined;
		this.#sendRequest({ type: 'seek', id: randomHex(16), bots: false, ...request });
	}

	/** What this person says to the offer. */
	answer(answer: 'people' | 'bots' | 'no'): void {
		if (!this.#offer) return;
		this.#socket.send({ type: 'answer', offer: this.#offer.id, answer });
		this.#offer = { ...this.#offer, answer };
	}

	/** The page is on its way to the table that was found. */
	arrive(): void {
		this.#found = undefined;
	}

	cancel(): void {
		if (this.#request) this.#socket.send({ type: 'cancel' });
		this.#reset();
	}

	/** Says it now, and again and again until it is answered. */
	#sendRequest(request: Seek): void {
		this.#request = request;
		clearInterval(this.#seekTimer);
		this.#seekTimer = setInterval(() => this.#socket.send(request), SEEK_INTERVAL_MS);
		this.#socket.send(request);
	}

	#reset(): void {
		clearInterval(this.#seekTimer);
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
			if (message.whole) this.#tables.clear();
			for (const code of message.gone) {
				this.#tables.delete(code);
				this.#furtherPages.delete(code);
			}
			if (message.further > this.#further) this.#allLoaded = false;
			this.#further = message.further;
			for (const table of message.tables) this.#tables.set(table.code, table);
			this.#loaded = true;
			this.#socket.confirm();
		} else if (message.type === 'said') this.chat.onMessage(message);
		else if (message.type === 'online') this.#online = message.people;
		else if ('id' in message && message.id === this.#request?.id) this.#onAnswer(message);
		else if (message.type === 'found')
			this.#found = message.table; // it was too late to leave
		else if (message.type === 'refused') this.chat.onMessage(message);
	}

	/** What the server says of the wish. */
	#onAnswer(message: LobbyServerMessage): void {
		if (message.type === 'waiting') this.#onWaiting(message);
		if (message.type === 'found') this.#found = message.table;
		if (message.type === 'refused' && !RETRIED_CODES.includes(message.code)) this.#refusal = message.code;
		if (this.#found || this.#refusal) this.#reset();
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
