import type { Kind, Phrase, Reacted, Refused, Said, SaidLine, Say } from '../protocol.ts';
import { randomHex } from '../random.ts';
import { isMuted } from './muted.svelte.ts';

const LAST = 50; // lines, as the server keeps them ready
const SHOWN = 4_000; // milliseconds

export type Reaction = { seat: number; kind: Kind };
type Send = (message: Say | { type: 'react'; kind: Kind }) => void;

/** What is said at one place, as this page knows it. */
export class Talk {
	readonly #send: Send;
	readonly #unsaid = new Map<string, Say>(); // by id, until they come back as lines
	#lines = $state.raw<SaidLine[]>([]);
	#reactions = $state.raw<Reaction[]>([]);
	#read = $state<number>(); // the last line that was seen; none: no line was there
	#trouble = $state.raw<{ code: string; text: string }>();

	constructor(send: Send) {
		this.#send = send;
	}

	/** The last ones, in order. */
	get lines(): SaidLine[] {
		return this.#lines;
	}

	get unread(): number {
		const read = this.#read ?? 0;
		return this.#lines.filter((line) => line.id > read && !line.own && !isMuted(line.who)).length;
	}

	/** What people show now, one a seat. */
	get reactions(): Reaction[] {
		return this.#reactions;
	}

	/** Why the last words were not taken, and what they were. */
	get trouble(): { code: string; text: string } | undefined {
		return this.#trouble;
	}

	/** All lines were seen. */
	read(): void {
		this.#read = this.#lines.at(-1)?.id ?? 0;
	}

	say(words: { text: string } | { phrase: Phrase }): void {
		this.#trouble = undefined;
		const line: Say = { type: 'say', id: randomHex(16), ...words };
		this.#unsaid.set(line.id, line);
		this.#send(line);
	}

	react(kind: Kind): void {
		this.#trouble = undefined;
		this.#send({ type: 'react', kind });
	}

	/** The line is open again: what was not heard of may be lost. */
	again(): void {
		for (const line of this.#unsaid.values()) this.#send(line);
	}

	/** Another place. */
	clear(): void {
		this.#unsaid.clear();
		this.#lines = this.#reactions = [];
		this.#read = this.#trouble = undefined;
	}

	hear(message: Said | Reacted | Refused): void {
		if (message.type === 'said') this.#said(message);
		else if (message.type === 'reacted') this.#reacted(message);
		else this.#refused(message);
	}

	#said({ lines, before }: Said): void {
		for (const line of lines) this.#unsaid.delete(line.own ?? '');
		const known = new Map([...this.#lines, ...lines].map((line) => [line.id, line]));
		this.#lines = [...known.values()].sort((a, b) => a.id - b.id).slice(-LAST);
		if (before && this.#read === undefined) this.read(); // nothing of it is new
	}

	#reacted({ seat, kind, who }: Reacted): void {
		if (isMuted(who)) return;
		const reaction = { seat, kind };
		this.#reactions = [...this.#reactions.filter((one) => one.seat !== seat), reaction];
		setTimeout(() => (this.#reactions = this.#reactions.filter((one) => one !== reaction)), SHOWN);
	}

	#refused({ id, code }: Refused): void {
		const line = this.#unsaid.get(id ?? '');
		this.#unsaid.delete(id ?? '');
		this.#trouble = { code, text: line?.text ?? '' };
	}
}
