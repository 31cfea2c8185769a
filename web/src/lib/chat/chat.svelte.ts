import type { Kind, Phrase, Reacted, Refused, Said, SaidLine, Say } from '../protocol.ts';
import { randomHex } from '../random.ts';
import { isMuted } from './muted.svelte.ts';

const MAX_LINES = 50; // lines, as the server keeps them ready
const REACTION_MS = 4_000; // milliseconds

export type Reaction = { seat: number; kind: Kind };
type Send = (message: Say | { type: 'react'; kind: Kind }) => void;

/** What is said at one place, as this page knows it. */
export class Chat {
	readonly #send: Send;
	readonly #unconfirmed = new Map<string, Say>(); // by id, until they come back as lines
	#lines = $state.raw<SaidLine[]>([]);
	#reactions = $state.raw<Reaction[]>([]);
	#lastRead = $state<number>(); // the last line that was seen; none: no line was there
	#rejected = $state.raw<{ code: string; text: string }>();

	constructor(send: Send) {
		this.#send = send;
	}

	/** The last ones, in order. */
	get lines(): SaidLine[] {
		return this.#lines;
	}

	get unread(): number {
		const read = this.#lastRead ?? 0;
		return this.#lines.filter((line) => line.id > read && !line.own && !isMuted(line.who)).length;
	}

	/** What people show now, one a seat. */
	get reactions(): Reaction[] {
		return this.#reactions;
	}

	/** Why the last words were not taken, and what they were. */
	get rejected(): { code: string; text: string } | undefined {
		return this.#rejected;
	}

	/** All lines were seen. */
	read(): void {
		this.#lastRead = this.#lines.at(-1)?.id ?? 0;
	}

	post(words: { text: string } | { phrase: Phrase }): void {
		this.#rejected = undefined;
		const line: Say = { type: 'say', id: randomHex(16), ...words };
		this.#unconfirmed.set(line.id, line);
		this.#send(line);
	}

	react(kind: Kind): void {
		this.#rejected = undefined;
		this.#send({ type: 'react', kind });
	}

	/** The line is open again: what was not heard of may be lost. */
	resend(): void {
		for (const line of this.#unconfirmed.values()) this.#send(line);
	}

	/** Another place. */
	clear(): void {
		this.#unconfirmed.clear();
		this.#lines = this.#reactions = [];
		this.#lastRead = this.#rejected = undefined;
	}

	onMessage(message: Said | Reacted | Refused): void {
		if (message.type === 'said') this.#onSaid(message);
		else if (message.type === 'reacted') this.#onReacted(message);
		else this.#onRefused(message);
	}

	#onSaid({ lines, before }: Said): void {
		for (const line of lines) this.#unconfirmed.delete(line.own ?? '');
		const known = new Map([...this.#lines, ...lines].map((line) => [line.id, line]));
		this.#lines = [...known.values()].sort((a, b) => a.id - b.id).slice(-MAX_LINES);
		if (before && this.#lastRead === undefined) this.read(); // nothing of it is new
	}

	#onReacted({ seat, kind, who }: Reacted): void {
		if (isMuted(who)) return;
		const reaction = { seat, kind };
		this.#reactions = [...this.#reactions.filter((one) => one.seat !== seat), reaction];
		setTimeout(() => (this.#reactions = this.#reactions.filter((one) => one !== reaction)), REACTION_MS);
	}

	#onRefused({ id, code }: Refused): void {
		const line = this.#unconfirmed.get(id ?? '');
		this.#unconfirmed.delete(id ?? '');
		this.#rejected = { code, text: line?.text ?? '' };
	}
}
