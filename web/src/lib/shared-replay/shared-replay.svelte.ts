import { renewSession } from '#lib/api.ts';
import type { ReviewClientMessage, ReviewServerMessage, ReviewState } from '#lib/protocol.ts';
import { reloadOnce } from '#lib/reload.ts';
import { Talk } from '#lib/chat/chat.svelte.ts';
import { PROTOCOL_VERSION, Wire, socketUrl, type Connection } from '#lib/reconnecting-socket.ts';

const PAUSE = 200; // milliseconds between two moves that are shown to the others
const AGAIN = 500; // milliseconds until the lead is asked for again

/** What is looked at: the replay of this page. */
interface Reel {
	readonly ply: number;
	go(ply: number): void;
}

/** A replay that is looked at together, as this page knows it. */
export class Review {
	readonly talk: Talk;
	readonly #code: string;
	readonly #reel: Reel;
	readonly #wire: Wire<ReviewClientMessage, ReviewServerMessage>;
	#state = $state.raw<ReviewState>();
	#follows = $state(true);
	#connection = $state<Connection>('connecting');
	#stopped = $state<string>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#wants = false; // to lead
	#again: ReturnType<typeof setTimeout> | undefined;

	constructor(code: string, reel: Reel, url: () => string = () => socketUrl('/ws/review')) {
		this.#code = code;
		this.#reel = reel;
		this.#wire = new Wire(url, {
			opened: () => this.#wire.say({ type: 'attend', protocol: PROTOCOL_VERSION, review: code }),
			heard: (message) => this.#hear(message),
			connection: (state, why) => this.#connected(state, why),
			renewSession,
			outdated: () => reloadOnce() || this.#connected('stopped', 'outdated')
		});
		this.talk = new Talk((message) => message.type === 'say' && this.#wire.say(message));
	}

	get code(): string {
		return this.#code;
	}

	/** Who is here, who leads, and where they are; none before the server has said so. */
	get state(): ReviewState | undefined {
		return this.#state;
	}

	get leads(): boolean {
		return this.#state?.people.some(({ leads, you }) => leads && you) ?? false;
	}

	/** Whether this page goes where the one who leads goes. */
	get follows(): boolean {
		return this.#follows;
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** Why the line stopped for good. */
	get stopped(): string | undefined {
		return this.#stopped;
	}

	connect(): void {
		this.#wire.open();
	}

	wake(): void {
		this.#wire.wake();
	}

	leave(): void {
		clearTimeout(this.#timer);
		clearTimeout(this.#again);
		this.#wire.close();
	}

	/** Takes the lead, as soon as whoever had it is gone for good: who only loads the page anew keeps it. */
	lead(): void {
		this.#wants = true;
		this.#wire.say({ type: 'lead' });
	}

	/** Back to where the others are. */
	follow(): void {
		this.#follows = true;
		if (this.#state) this.#reel.go(this.#state.ply);
	}

	/** This page shows another position: the others are led there, or it looks around by itself. */
	moved(ply: number): void {
		if (!this.#state) return;
		if (!this.leads) this.#follows &&= ply === this.#state.ply;
		else this.#timer ??= setTimeout(() => this.#show(), PAUSE);
	}

	#show(): void {
		this.#timer = undefined;
		if (this.leads) this.#wire.say({ type: 'show', ply: this.#reel.ply });
	}

	#hear(message: ReviewServerMessage): void {
		if (message.type === 'review') this.#stands(message);
		else if (message.type === 'refused' && message.code === 'not_leading') this.#askAgain();
		else if (message.type !== 'pong') this.talk.hear(message);
	}

	#askAgain(): void {
		clearTimeout(this.#again);
		this.#again = setTimeout(() => this.#wants && this.lead(), AGAIN);
	}

	#stands(now: ReviewState): void {
		const led = this.leads;
		this.#state = now;
		this.#wire.holds();
		this.#wants &&= !now.led;
		if (this.leads) {
			this.#follows = true;
			if (!led && now.ply !== this.#reel.ply) this.#show();
		} else if (this.#follows) this.#reel.go(now.ply);
	}

	#connected(state: Connection, code?: string): void {
		if (state === 'open' && this.#connection !== 'open') this.talk.again();
		this.#connection = state;
		this.#stopped = code;
	}
}
