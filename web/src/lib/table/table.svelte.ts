import { m } from '#messages';
import { afterPaint } from '../after-paint.ts';
import { renewSession } from '../api.ts';
import { MoveHold } from './move-hold.svelte.ts';
import type { AnyGame, Game, LogEntry, Spectators, SeatInfo, TableStatus, TableInfo } from '../protocol.ts';
import { newSalt } from '../random.ts';
import { reloadOnce } from '../reload.ts';
import {
	TableSocket,
	type Answer,
	type Position,
	type TableConnection,
	type TableListener
} from './table-socket.ts';
import { NO_CLOCKS, type Clocks, type StepClock } from './clocks.ts';
import { Chat } from '../chat/chat.svelte.ts';
import { socketUrl, type Connection } from '../reconnecting-socket.ts';

/** Returns the position as it is shown during a pause: the server would refuse a move. */
const withoutTurn = <G extends Game>(position?: Position<G>): Position<G> | undefined =>
	position && { ...position, turn: undefined, view: { ...position.view, legal: undefined, to_act: [] } };

/** Seats of deleted accounts have no name. */
const nameOf = ({ name, kind }: SeatInfo): string => name || (kind === 'person' ? m.former_player() : '');

/** Loads the module that stores and sends salts. */
const loadSalts = () => import('../fairness/salts.ts');

const SEND_MARGIN_MS = 1_500; // time to send a move before the clock runs out

interface Pending<Move> {
	id: string;
	move: Move;
	version?: number; // accepted with this version; its view has not arrived
}

/** The code lets a proxy route a table's people to one process; the server ignores it. */
const urlOf = (code: string): string => socketUrl(`/ws?table=${code}`);

/** The state of a table: people, position, log and connection. */
export class Table<G extends Game = AnyGame> {
	readonly chat: Chat;
	readonly #socket: TableConnection;
	#info: TableInfo;
	#position = $state.raw<Position<G>>();
	#log = $state.raw<LogEntry<G>[]>([]);
	#spectators = $state.raw<Spectators>();
	#tableStatus = $state.raw<TableStatus>();
	readonly #shown = $derived(this.#tableStatus?.paused ? withoutTurn(this.#position) : this.#position);
	#clocks = $state.raw<Clocks>(NO_CLOCKS);
	#step = $state.raw<StepClock>();
	#stepSince = $state<number>(); // when the step began, as performance.now()
	#newEntries = $state.raw<LogEntry<G>[]>([]);
	#connection = $state<Connection>('connecting');
	#stopCode = $state<string>();
	#pending = $state.raw<Pending<G['move']>>();
	/** The best move of a turn, once the player has asked for it; it is selected until the player selects another. */
	hint = $state.raw<{ turn: number | undefined; move: G['move'] }>();
	readonly #hold = new MoveHold<G['move']>();
	#deadline = Infinity; // of the current choice, as performance.now()
	#refusal = $state.raw<{ code: string }>();
	#wantsRematch = false; // last answer of this page
	readonly #seat: number;
	readonly #names: string[];

	/** `connect` makes the connection for a listener; without it, it is a socket to the server. */
	constructor(
		info: TableInfo,
		url: (code: string) => string = urlOf,
		connect?: (listener: TableListener) => TableConnection
	) {
		this.#info = $state.raw(info);
		this.#seat = $derived(this.#info.seats.findIndex((seat) => seat.you));
		this.#names = $derived(this.#info.seats.map(nameOf));
		const listener: TableListener = {
			onTable: (now) => this.#onTable(now),
			onSpectators: (now) => (this.#spectators = now),
			onTableStatus: (now) => this.#onTableStatus(now),
			onPosition: (position, log, live) => this.#onPosition(position, log, live),
			onAnswer: (answer) => this.#onAnswer(answer),
			onChat: (message) => this.chat.onMessage(message),
			onConnection: (state, code) => this.#onConnection(state, code),
			renewSession,
			onOutdated: () => reloadOnce() || this.#onConnection('stopped', 'outdated')
		};
		this.#socket = connect?.(listener) ?? new TableSocket(info.code, url, listener);
		this.chat = new Chat((message) => this.#socket.send(message));
	}

	get code(): string {
		return this.#info.code;
	}

	get info(): TableInfo {
		return this.#info;
	}

	/** The view of the current position; undefined before the start. */
	get view(): G['view'] | undefined {
		return this.#shown?.view;
	}

	get version(): number {
		return this.#position?.version ?? -1;
	}

	/** The number of this seat's turn; undefined if it is not its turn, and during a pause. */
	get turn(): number | undefined {
		return this.#shown?.turn;
	}

	/** Whether this player may ask for a hint now. */
	get canGetHint(): boolean {
		return this.#info.hints && this.turn !== undefined;
	}

	/** The seats for which a bot played. */
	get substituted(): readonly number[] {
		return this.#position?.substituted ?? [];
	}

	get log(): LogEntry<G>[] {
		return this.#log;
	}

	/** The spectators; undefined if there were none. */
	get spectators(): Spectators | undefined {
		return this.#spectators;
	}

	/** Absences, votes and pauses; undefined before the first one. */
	get tableStatus(): TableStatus | undefined {
		return this.#tableStatus;
	}

	/** The last received clocks. */
	get clocks(): Clocks {
		return this.#info.terms.clock === 'none' ? NO_CLOCKS : this.#clocks;
	}

	/** When the current step began, as performance.now(); undefined in a game without steps of limited time. */
	get stepSince(): number | undefined {
		return this.#stepSince;
	}

	/** The time limit of the current step; undefined without one. */
	get step(): StepClock | undefined {
		return this.#step;
	}

	/** The log entries of the last live update, to be animated. Empty after a join. */
	get newEntries(): LogEntry<G>[] {
		return this.#newEntries;
	}

	/** This player's seat; undefined for a spectator. */
	get seat(): number | undefined {
		return this.#seat < 0 ? undefined : this.#seat;
	}

	/** Unique names by seat; empty for an empty seat. */
	get names(): string[] {
		return this.#names;
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** The error code of a connection that has stopped. */
	get stopCode(): string | undefined {
		return this.#stopCode;
	}

	/** The move that is held or sent and not yet part of the view. */
	get pending(): G['move'] | undefined {
		return this.#pending?.move ?? this.#hold.held?.move;
	}

	/** Seconds left to take the held move back. */
	get held(): number | undefined {
		return this.#hold.held?.left;
	}

	/** The error code of this turn's last move, until it is dismissed or another move is made; in a pause that of any. */
	get refusal(): { code: string } | undefined {
		if (this.#tableStatus?.paused) return { code: 'paused' };
		return this.turn === undefined ? undefined : this.#refusal;
	}

	dismiss(): void {
		this.#refusal = undefined;
	}

	/** Plays a move for this seat, one at a time, after the hold that the table has agreed on. */
	play(move: G['move']): void {
		if (this.pending || this.turn === undefined) return;
		this.#refusal = undefined;
		const left = this.#deadline - performance.now() - SEND_MARGIN_MS;
		const time = Math.min(this.info.terms.hold * 1_000, left);
		if (time > 0) this.#hold.start(move, time, () => this.#send(move));
		else this.#send(move);
	}

	/** Discards the held move. */
	takeBack(): void {
		this.#hold.drop();
	}

	#send(move: G['move']): void {
		if (this.turn !== undefined) this.#pending = { id: this.#socket.play(this.turn, move), move };
	}

	/** Answers the offer of a rematch. */
	answerRematch(yes: boolean): void {
		this.chat.rejected = undefined;
		this.#wantsRematch = yes;
		void this.#sendRematchAnswer(yes);
	}

	/** Allows spectators to see this player's hand after the round. */
	showHand(yes: boolean): void {
		this.chat.rejected = undefined;
		this.#socket.showHand(yes);
	}

	connect(): void {
		this.#socket.open();
	}

	/** To be called when the page is visible or online again. */
	wake(): void {
		this.#socket.wake();
	}

	leave(): void {
		this.#hold.drop();
		this.#socket.close();
	}

	/** Takes the table of an HTTP response, which may precede the WebSocket's message. */
	setInfo(info: TableInfo): void {
		this.#info = info;
		this.#contributeSalt();
	}

	/** Stores the table's commitment and sends this browser's salt, after the page has shown what it has received. */
	#contributeSalt(before = this.#info): void {
		const now = this.#info;
		afterPaint()
			.then(loadSalts)
			.then(
				({ contributeSalt }) => contributeSalt(before, now),
				() => {}
			); // tried again with the next message
	}

	async #sendRematchAnswer(yes: boolean): Promise<void> {
		const info = this.#info;
		const salt = await loadSalts().then(({ nextSalt }) => nextSalt(info, yes), newSalt);
		if (info.code === this.code) this.#socket.answerRematch(yes, salt);
	}

	#onTable(now: TableInfo): void {
		const before = this.#info;
		this.#info = now;
		this.#contributeSalt(before);
		if (now.code === before.code) return this.#repeatRematchAnswer(before);
		this.#wantsRematch = false;
		this.#hold.drop();
		this.#position = this.#pending = this.#refusal = this.#spectators = this.hint = undefined;
		this.#tableStatus = undefined;
		this.#clocks = NO_CLOCKS;
		this.#step = undefined;
		this.#log = this.#newEntries = [];
		this.chat.clear();
	}

	/** Repeats a yes when the next game's commitment becomes known: its salt counts only from then on. */
	#repeatRematchAnswer({ next_commitment: known }: TableInfo): void {
		const asked = this.#info.seats[this.#seat]?.again === '';
		if (this.#wantsRematch && asked && !known && this.#info.next_commitment) this.answerRematch(true);
	}

	#onTableStatus(now: TableStatus): void {
		this.#tableStatus = now;
		if (now.clocks) this.#setClocks(now.clocks);
	}

	#setClocks(seats: Clocks['seats'] = {}): void {
		this.#clocks = { at: performance.now(), seats };
		const left = seats[this.#seat]?.left;
		this.#deadline = left === undefined ? Infinity : performance.now() + left;
	}

	#onPosition(position: Position<G>, log: LogEntry<G>[], live: boolean): void {
		if (position.turn !== this.turn) this.#hold.drop(); // that choice is over
		const isSameTurn = position.turn === this.#position?.turn;
		const isStale = this.#refusal?.code === 'stale'; // that it came too late is read in the next turn
		if (!isSameTurn && (!isStale || position.turn === undefined)) this.#refusal = undefined;
		this.#setClocks(position.clocks);
		this.#step =
			position.stepLeft === undefined ? undefined : { at: performance.now(), left: position.stepLeft };
		this.#stepSince = position.stepAge === undefined ? undefined : performance.now() - position.stepAge;
		this.#position = position;
		if (log.length > 0) this.#log = [...this.#log, ...log];
		this.#newEntries = live ? log : [];
		const waitsFor = this.#pending?.version;
		if (waitsFor !== undefined && position.version >= waitsFor) this.#pending = undefined;
	}

	#onAnswer({ id, version, code }: Answer): void {
		if (this.#pending?.id !== id) return;
		if (code && this.#position?.turn !== undefined) this.#refusal = { code };
		const shown = version === undefined || version <= this.version;
		this.#pending = shown ? undefined : { ...this.#pending, version };
	}

	#onConnection(state: Connection, code?: string): void {
		if (state === 'open' && this.#connection !== 'open') this.chat.resend();
		this.#connection = state;
		this.#stopCode = code;
	}
}
