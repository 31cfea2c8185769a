import type { Kind, Phrase, Reacted, Refused, ChatLines, ChatLine, SendChat } from '../protocol.ts';
import { randomHex } from '../random.ts';
import { isMuted } from './muted.svelte.ts';

const MAX_LINES = 100; // the server sends 50 of players and 50 of spectators
const REACTION_MS = 4_000;
const BUBBLE_MS = 6_000;
const UNANSWERED_MS = 1_500; // before a message that was sent is shown as pending

export type Reaction = { seat: number; kind: Kind };
/** A rejected message: its id, the type of one sent outside the chat, or neither for a reaction. */
export type Rejected = { id: string | undefined; code: string };
type Send = (message: SendChat | { type: 'react'; kind: Kind }) => void;

/** The chat of a table, a shared replay or the lobby. */
export class Chat {
	readonly #send: Send;
	readonly #unconfirmed = new Map<string, SendChat>(); // sent messages by id, until the server returns them
	#pending = $state.raw<SendChat[]>([]);
	#lines = $state.raw<ChatLine[]>([]);
	#reactions = $state.raw<Reaction[]>([]);
	#bubbles = $state.raw<ChatLine[]>([]);
	#lastRead = $state.raw<string>(); // id of the last message that was read; empty before the first
	/** What the player has written and not sent, or what was rejected; kept while the input comes and goes. */
	draft = $state.raw('');
	/** The last rejected message, until another one is sent; it need not be one of the chat: see `chatRefusal`. */
	rejected = $state.raw<Rejected>();

	constructor(send: Send) {
		this.#send = send;
	}

	/** The last messages in order. */
	get lines(): ChatLine[] {
		return this.#lines;
	}

	/** Own messages that the server has not returned for a while, for example without a connection. */
	get pending(): SendChat[] {
		return this.#pending;
	}

	get unread(): number {
		const read = this.#lines.findIndex((line) => line.id === this.#lastRead) + 1;
		return this.#lines.slice(read).filter((line) => !line.own && !isMuted(line.who)).length;
	}

	/** The current reactions, one per seat. */
	get reactions(): Reaction[] {
		return this.#reactions;
	}

	/** The newest messages of players, one per seat, for a few seconds. */
	get bubbles(): ChatLine[] {
		return this.#bubbles;
	}

	/** Whether this seat has a reaction or a bubble now. */
	speaks(seat: number): boolean {
		return [...this.#reactions, ...this.#bubbles].some((shown) => shown.seat === seat);
	}

	/** Marks all messages as read. */
	read(): void {
		this.#lastRead = this.#lines.at(-1)?.id ?? '';
	}

	post(content: { text: string } | { phrase: Phrase }): void {
		this.rejected = undefined;
		const line: SendChat = { type: 'say', id: randomHex(16), ...content };
		this.#unconfirmed.set(line.id, line);
		this.#send(line);
		setTimeout(() => this.#showPending(line), UNANSWERED_MS);
	}

	react(kind: Kind): void {
		this.rejected = undefined;
		this.#send({ type: 'react', kind });
	}

	/** Resends messages that were not confirmed, after a reconnect. */
	resend(): void {
		for (const line of this.#unconfirmed.values()) this.#send(line);
	}

	/** Empties the chat, for another table. */
	clear(): void {
		this.#unconfirmed.clear();
		this.#pending = [];
		this.#lines = this.#reactions = this.#bubbles = [];
		this.#lastRead = this.rejected = undefined;
	}

	onMessage(message: ChatLines | Reacted | Refused): void {
		if (message.type === 'said') this.#onChatLines(message);
		else if (message.type === 'reacted') this.#onReacted(message);
		else this.#onRefused(message);
	}

	#onChatLines({ lines, before }: ChatLines): void {
		for (const line of lines) this.#forget(line.own);
		const known = new Map([...this.#lines, ...lines].map((line) => [line.id, line]));
		this.#lines = [...known.values()].sort((a, b) => a.at - b.at).slice(-MAX_LINES);
		if (before && this.#lastRead === undefined) this.read(); // the history counts as read
		if (!before) for (const line of lines) this.#showBubble(line);
	}

	#showPending(line: SendChat): void {
		if (this.#unconfirmed.has(line.id)) this.#pending = [...this.#pending, line];
	}

	/** The server has answered the message with this id. */
	#forget(id = ''): void {
		if (this.#unconfirmed.delete(id)) this.#pending = this.#pending.filter((line) => line.id !== id);
	}

	#showBubble(line: ChatLine): void {
		if (typeof line.seat !== 'number' || isMuted(line.who)) return;
		this.#bubbles = [...this.#bubbles.filter((shown) => shown.seat !== line.seat), line];
		setTimeout(() => (this.#bubbles = this.#bubbles.filter((shown) => shown !== line)), BUBBLE_MS);
	}

	#onReacted({ seat, kind, who }: Reacted): void {
		if (isMuted(who)) return;
		const reaction = { seat, kind };
		this.#reactions = [...this.#reactions.filter((shown) => shown.seat !== seat), reaction];
		setTimeout(() => (this.#reactions = this.#reactions.filter((shown) => shown !== reaction)), REACTION_MS);
	}

	#onRefused({ id, code }: Refused): void {
		const lost = this.#unconfirmed.get(id ?? '')?.text;
		if (lost) this.draft = `${this.draft} ${lost}`.trim();
		this.#forget(id);
		this.rejected = { id, code };
	}
}
