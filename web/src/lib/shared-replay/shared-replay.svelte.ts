import { renewSession } from '#lib/api.ts';
import type {
	SharedReplayClientMessage,
	SharedReplayServerMessage,
	SharedReplayState
} from '#lib/protocol.ts';
import { reloadOnce } from '#lib/reload.ts';
import { Chat } from '#lib/chat/chat.svelte.ts';
import {
	PROTOCOL_VERSION,
	ReconnectingSocket,
	socketUrl,
	type Connection
} from '#lib/reconnecting-socket.ts';

const SHOW_INTERVAL_MS = 200; // milliseconds between two positions that are sent to the others
const LEAD_RETRY_MS = 500; // milliseconds until the lead is requested again

/** The part of a replay that the leader controls. */
interface ReplayPosition {
	readonly ply: number;
	go(ply: number): void;
}

/** A replay in which participants follow a leader's position. */
export class SharedReplay {
	readonly chat: Chat;
	readonly #code: string;
	readonly #replay: ReplayPosition;
	readonly #socket: ReconnectingSocket<SharedReplayClientMessage, SharedReplayServerMessage>;
	#state = $state.raw<SharedReplayState>();
	#follows = $state(true);
	#connection = $state<Connection>('connecting');
	#stopCode = $state<string>();
	#showTimer: ReturnType<typeof setTimeout> | undefined;
	#wantsLead = false; // this player has asked to lead
	#leadTimer: ReturnType<typeof setTimeout> | undefined;

	constructor(code: string, replay: ReplayPosition, url: () => string = () => socketUrl('/ws/review')) {
		this.#code = code;
		this.#replay = replay;
		this.#socket = new ReconnectingSocket(url, {
			onOpen: () => this.#socket.send({ type: 'attend', protocol: PROTOCOL_VERSION, review: code }),
			onMessage: (message) => this.#onMessage(message),
			onConnection: (state, why) => this.#onConnection(state, why),
			renewSession,
			onOutdated: () => reloadOnce() || this.#onConnection('stopped', 'outdated')
		});
		this.chat = new Chat((message) => message.type === 'say' && this.#socket.send(message));
	}

	get code(): string {
		return this.#code;
	}

	/** Participants, leader and position; undefined before the first message. */
	get state(): SharedReplayState | undefined {
		return this.#state;
	}

	get leads(): boolean {
		return this.#state?.people.some(({ leads, you }) => leads && you) ?? false;
	}

	/** Whether this page follows the leader. */
	get follows(): boolean {
		return this.#follows;
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** The error code of a connection that has stopped. */
	get stopCode(): string | undefined {
		return this.#stopCode;
	}

	connect(): void {
		this.#socket.open();
	}

	wake(): void {
		this.#socket.wake();
	}

	leave(): void {
		clearTimeout(this.#showTimer);
		clearTimeout(this.#leadTimer);
		this.#socket.close();
	}

	/** Requests the lead; it is granted when the leader is gone. A leader who reloads the page keeps it. */
	lead(): void {
		this.#wantsLead = true;
		this.#socket.send({ type: 'lead' });
	}

	/** Follows the leader again. */
	follow(): void {
		this.#follows = true;
		if (this.#state) this.#replay.go(this.#state.ply);
	}

	/** Notes a change of position: the leader sends it, others stop following. */
	onPly(ply: number): void {
		if (!this.#state) return;
		if (!this.leads) this.#follows &&= ply === this.#state.ply;
		else this.#showTimer ??= setTimeout(() => this.#show(), SHOW_INTERVAL_MS);
	}

	#show(): void {
		this.#showTimer = undefined;
		if (this.leads) this.#socket.send({ type: 'show', ply: this.#replay.ply });
	}

	#onMessage(message: SharedReplayServerMessage): void {
		if (message.type === 'review') this.#onState(message);
		else if (message.type === 'refused' && message.code === 'not_leading') this.#retryLead();
		else if (message.type !== 'pong') this.chat.onMessage(message);
	}

	#retryLead(): void {
		clearTimeout(this.#leadTimer);
		this.#leadTimer = setTimeout(() => this.#wantsLead && this.lead(), LEAD_RETRY_MS);
	}

	#onState(now: SharedReplayState): void {
		const led = this.leads;
		this.#state = now;
		this.#wantsLead &&= !now.led;
		this.#socket.confirm();
		if (this.leads) {
			this.#follows = true;
			if (!led && now.ply !== this.#replay.ply) this.#show();
		} else if (this.#follows) this.#replay.go(now.ply);
	}

	#onConnection(state: Connection, code?: string): void {
		if (state === 'open' && this.#connection !== 'open') {
			this.chat.resend();
			if (this.#wantsLead) this.lead(); // requested while there was no connection, or not answered
		}
		this.#connection = state;
		this.#stopCode = code;
	}
}
