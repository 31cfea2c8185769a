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
import { Talk } from '../chat/chat.svelte.ts';
import { PROTOCOL_VERSION, Wire, socketUrl, type Connection } from '../reconnecting-socket.ts';

export const SAYS_AGAIN = 4_000; // who is silent for 13 s has gone, to the server
const PASSING = ['one_moment', 'too_fast']; // it is said again

export type Wanted = Pick<Seek, 'game' | 'least' | 'most' | 'clock'>;

/** What all who wait are offered, and until when. */
export type OpenOffer = Offer & { ends: number };

const inOrder = (a: OpenTable, b: OpenTable): number =>
	Number(b.friend) - Number(a.friend) || a.priority - b.priority || b.opened_at - a.opened_at;

/** The lobby as this page knows it: the open tables, and what this person waits for. */
export class Lobby {
	readonly talk: Talk;
	readonly #wire: Wire<LobbyClientMessage, LobbyServerMessage>;
	readonly #tables = new SvelteMap<string, OpenTable>(); // of the first page
	readonly #later = new SvelteMap<string, OpenTable>(); // of further pages, as they were when asked for
	#further = $state(0);
	#allAsked = $state(false);
	#known = $state(false);
	#connection = $state<Connection>('connecting');
	#stopped = $state<string>();
	#wish = $state.raw<Seek>();
	#since = $state(0);
	#people = $state(1);
	#needed = $state.raw<Needed[]>([]);
	#offer = $state.raw<OpenOffer>();
	#online = $state<number>();
	#found = $state<string>();
	#refusal = $state<string>();
	#beat: ReturnType<typeof setInterval> | undefined;

	constructor(url: () => string = () => socketUrl('/ws/lobby')) {
		this.#wire = new Wire(url, {
			opened: () => this.#enter(),
			heard: (message) => this.#hear(message),
			connection: (state, code) => this.#connected(state, code),
			renewSession,
			outdated: () => reloadOnce() || this.#connected('stopped', 'outdated')
		});
		this.talk = new Talk((message) => message.type === 'say' && this.#wire.say(message));
	}

	/** Those where a friend sits first, then in the server's fair order, then the newest. */
	get tables(): OpenTable[] {
		const later = [...this.#later.values()].filter(({ code }) => !this.#tables.has(code));
		return [...[...this.#tables.values()].sort(inOrder), ...later];
	}

	/** Whether the server has more tables than were sent. */
	get hasMore(): boolean {
		return this.#further > 0 && !this.#allAsked;
	}

	/** Asks for the next page. May throw an ApiError. */
	async showMore(): Promise<void> {
		const page = await api.furtherTables(this.#later.size);
		for (const table of page.tables) this.#later.set(table.code, table);
		this.#allAsked = !page.more;
	}

	/** Whether the tables have come. */
	get known(): boolean {
		return this.#known;
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** Why the line stopped for good. */
	get stopped(): string | undefined {
		return this.#stopped;
	}

	/** What this person waits for. */
	get wish(): Seek | undefined {
		return this.#wish;
	}

	/** How many wait for the same, this person among them. */
	get people(): number {
		return this.#people;
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
		this.#wire.open();
	}

	/** The page is in view or online again. */
	wake(): void {
		this.#wire.wake();
	}

	leave(): void {
		this.cancel();
		this.#wire.close();
	}

	/** Waits for others who want the same. */
	seek(wanted: Wanted): void {
		this.#people = 1;
		this.#needed = [];
		this.#since = Date.now();
		this.#refusal = undefined;
		this.#ask({ type: 'seek', id: randomHex(16), bots: false, ...wanted });
	}

	/** What this person says to the offer. */
	answer(answer: 'people' | 'bots' | 'no'): void {
		if (!this.#offer) return;
		this.#wire.say({ type: 'answer', offer: this.#offer.id, answer });
		this.#offer = { ...this.#offer, answer };
	}

	/** The page is on its way to the table that was found. */
	arrive(): void {
		this.#found = undefined;
	}

	cancel(): void {
		if (this.#wish) this.#wire.say({ type: 'cancel' });
		this.#forget();
	}

	/** Says it now, and again and again until it is answered. */
	#ask(wish: Seek): void {
		this.#wish = wish;
		clearInterval(this.#beat);
		this.#beat = setInterval(() => this.#wire.say(wish), SAYS_AGAIN);
		this.#wire.say(wish);
	}

	#forget(): void {
		clearInterval(this.#beat);
		this.#wish = undefined;
		this.#offer = undefined;
	}

	#enter(): void {
		this.#wire.say({ type: 'enter', protocol: PROTOCOL_VERSION });
		if (this.#wish) this.#wire.say(this.#wish);
		this.talk.again();
	}

	#hear(message: LobbyServerMessage): void {
		if (message.type === 'tables') {
			if (message.whole) this.#tables.clear();
			for (const code of message.gone) {
				this.#tables.delete(code);
				this.#later.delete(code);
			}
			if (message.further > this.#further) this.#allAsked = false;
			this.#further = message.further;
			for (const table of message.tables) this.#tables.set(table.code, table);
			this.#known = true;
			this.#wire.holds();
		} else if (message.type === 'said') this.talk.hear(message);
		else if (message.type === 'online') this.#online = message.people;
		else if ('id' in message && message.id === this.#wish?.id) this.#answered(message);
		else if (message.type === 'found')
			this.#found = message.table; // it was too late to leave
		else if (message.type === 'refused') this.talk.hear(message);
	}

	/** What the server says of the wish. */
	#answered(message: LobbyServerMessage): void {
		if (message.type === 'waiting') this.#wait(message);
		if (message.type === 'found') this.#found = message.table;
		if (message.type === 'refused' && !PASSING.includes(message.code)) this.#refusal = message.code;
		if (this.#found || this.#refusal) this.#forget();
	}

	#wait({ people, needed, offer }: Waiting): void {
		this.#people = people;
		this.#needed = needed;
		this.#offer = offer && { ...offer, ends: Date.now() + offer.seconds * 1_000 };
	}

	#connected(state: Connection, code?: string): void {
		this.#connection = state;
		this.#stopped = code;
	}
}
