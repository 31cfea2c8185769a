import { m } from '#messages';
import { renewSession } from '../api.ts';
import { MoveHold } from './move-hold.svelte.ts';
import type { AnyGame, Game, LogEntry, LookersOn, SeatInfo, Standing, TableInfo } from '../protocol.ts';
import { newSalt } from '../random.ts';
import { reloadOnce } from '../reload.ts';
import { TableSocket, type Answer, type Position } from './table-socket.ts';
import { NO_CLOCKS, type Clocks } from './clocks.ts';
import { Chat } from '../chat/chat.svelte.ts';
import { socketUrl, type Connection } from '../reconnecting-socket.ts';

/** Whoever deleted their account left a seat without a name. */
const nameOf = ({ name, kind }: SeatInfo): string => name || (kind === 'person' ? m.former_player() : '');

/** What keeps and sends this browser's part of the shuffle: loaded once the page is there. */
const loadSalts = () => import('../fairness/salts.ts');

const SEND_MARGIN_MS = 1_500; // milliseconds before time is up in which a move still gets there

interface Pending<Move> {
	id: string;
	move: Move;
	version?: number; // accepted as this version, whose view has not come yet
}

/** A proxy may bring the people of one table together by its code; our server does not look at it. */
const urlOf = (code: string): string => socketUrl(`/ws?table=${code}`);

/** A table as this page knows it: its people, the position, the log, and the line to it. */
export class Table<G extends Game = AnyGame> {
	readonly chat: Chat;
	readonly #socket: TableSocket;
	#info: TableInfo;
	#position = $state.raw<Position<G>>();
	#log = $state.raw<LogEntry<G>[]>([]);
	#spectators = $state.raw<LookersOn>();
	#standing = $state.raw<Standing>();
	#clocks = $state.raw<Clocks>(NO_CLOCKS);
	#newEntries = $state.raw<LogEntry<G>[]>([]);
	#connection = $state<Connection>('connecting');
	#stopCode = $state<string>();
	#pending = $state.raw<Pending<G['move']>>();
	readonly #hold = new MoveHold<G['move']>();
	#deadline = Infinity; // for the choice that is open, on the page's own clock
	#refusal = $state.raw<{ code: string }>();
	#wantsRematch = false; // another game, as was last said on this page
	readonly #seat: number;
	readonly #names: string[];

	constructor(info: TableInfo, url: (code: string) => string = urlOf) {
		this.#info = $state.raw(info);
		this.#seat = $derived(this.#info.seats.findIndex((seat) => seat.you));
		this.#names = $derived(this.#info.seats.map(nameOf));
		this.#socket = new TableSocket(info.code, url, {
			onTable: (now) => this.#onTable(now),
			onSpectators: (now) => (this.#spectators = now),
			onStanding: (now) => this.#onStanding(now),
			onPosition: (position, log, live) => this.#onPosition(position, log, live),
			onAnswer: (answer) => this.#onAnswer(answer),
			onChat: (message) => this.chat.onMessage(message),
			onConnection: (state, code) => this.#onConnection(state, code),
			renewSession,
			onOutdated: () => reloadOnce() || this.#onConnection('stopped', 'outdated')
		});
		this.chat = new Chat((message) => this.#socket.send(message));
		this.#contributeSalt();
	}

	get code(): string {
		return this.#info.code;
	}

	get info(): TableInfo {
		return this.#info;
	}

	/** The position as this person may see it; none before the start. */
	get view(): G['view'] | undefined {
		return this.#position?.view;
	}

	get version(): number {
		return this.#position?.version ?? -1;
	}

	/** The choice that waits for this seat; none when it is not to act. */
	get turn(): number | undefined {
		return this.#position?.turn;
	}

	/** The seats for which a bot made some of their moves. */
	get substituted(): readonly number[] {
		return this.#position?.substituted ?? [];
	}

	get log(): LogEntry<G>[] {
		return this.#log;
	}

	/** Who looks on, if anybody was ever said to. */
	get spectators(): LookersOn | undefined {
		return this.#spectators;
	}

	/** Who is away, what is voted on, whether the table is paused; nothing while there is nothing to say. */
	get standing(): Standing | undefined {
		return this.#standing;
	}

	/** The people's clocks as they were last told. */
	get clocks(): Clocks {
		return this.#info.terms.clock === 'none' ? NO_CLOCKS : this.#clocks;
	}

	/** What the last live update added to the log: to be animated. Empty after a join. */
	get newEntries(): LogEntry<G>[] {
		return this.#newEntries;
	}

	/** This person's seat; none for somebody looking on. */
	get seat(): number | undefined {
		return this.#seat < 0 ? undefined : this.#seat;
	}

	/** Names by seat, told apart; empty for an empty seat. */
	get names(): string[] {
		return this.#names;
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** Why the line stopped for good. */
	get stopCode(): string | undefined {
		return this.#stopCode;
	}

	/** The move that is made and not in the view yet: held back, or on its way. */
	get pending(): G['move'] | undefined {
		return this.#pending?.move ?? this.#hold.held?.move;
	}

	/** For how many seconds the move that is held can still be taken back. */
	get held(): number | undefined {
		return this.#hold.held?.left;
	}

	/** Why the last move was not taken, until it is dismissed or another is made. */
	get refusal(): { code: string } | undefined {
		return this.#refusal;
	}

	dismiss(): void {
		this.#refusal = undefined;
	}

	/** Makes a move for this seat; one at a time. First it is held as long as the table has agreed. */
	play(move: G['move']): void {
		if (this.pending || this.turn === undefined) return;
		this.#refusal = undefined;
		const left = this.#deadline - performance.now() - SEND_MARGIN_MS;
		const time = Math.min(this.info.terms.hold * 1_000, left);
		if (time > 0) this.#hold.start(move, time, () => this.#send(move));
		else this.#send(move);
	}

	/** The move that is held was never made. */
	takeBack(): void {
		this.#hold.drop();
	}

	#send(move: G['move']): void {
		if (this.turn !== undefined) this.#pending = { id: this.#socket.play(this.turn, move), move };
	}

	/** Says whether this person wants another game, once this one is over. */
	answerRematch(yes: boolean): void {
		this.#wantsRematch = yes;
		void this.#sendRematchAnswer(yes);
	}

	/** Says whether whoever looks on may see this person's hand, a round late. */
	showHand(yes: boolean): void {
		this.#socket.showHand(yes);
	}

	connect(): void {
		this.#socket.open();
	}

	/** The page is in view or online again. */
	wake(): void {
		this.#socket.wake();
	}

	leave(): void {
		this.#hold.drop();
		this.#socket.close();
	}

	/** What an HTTP answer says of the table, ahead of the line. */
	setInfo(info: TableInfo): void {
		this.#info = info;
		this.#contributeSalt();
	}

	/** In the shuffle: keeps what this table is bound to, and gives what this browser adds. */
	#contributeSalt(before = this.#info): void {
		const now = this.#info;
		loadSalts().then(
			({ contributeSalt }) => contributeSalt(before, now),
			() => {}
		); // at the next message, then
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
		this.#position = this.#pending = this.#refusal = this.#spectators = undefined;
		this.#standing = undefined;
		this.#clocks = NO_CLOCKS;
		this.#log = this.#newEntries = [];
		this.chat.clear();
	}

	/** Only now is it known to what the next game's shuffle is bound: the answer counts from here on. */
	#repeatRematchAnswer({ next_commitment: known }: TableInfo): void {
		const asked = this.#info.seats[this.#seat]?.again === '';
		if (this.#wantsRematch && asked && !known && this.#info.next_commitment) this.answerRematch(true);
	}

	#onStanding(now: Standing): void {
		this.#standing = now;
		if (now.clocks) this.#setClocks(now.clocks);
	}

	#setClocks(seats: Clocks['seats'] = {}): void {
		this.#clocks = { at: performance.now(), seats };
		const left = seats[this.#seat]?.left;
		this.#deadline = left === undefined ? Infinity : performance.now() + left;
	}

	#onPosition(position: Position<G>, log: LogEntry<G>[], live: boolean): void {
		if (position.turn !== this.turn) this.#hold.drop(); // that choice is gone
		this.#setClocks(position.clocks);
		this.#position = position;
		if (log.length > 0) this.#log = [...this.#log, ...log];
		this.#newEntries = live ? log : [];
		const waitsFor = this.#pending?.version;
		if (waitsFor !== undefined && position.version >= waitsFor) this.#pending = undefined;
	}

	#onAnswer({ id, version, code }: Answer): void {
		if (this.#pending?.id !== id) return;
		if (code) this.#refusal = { code };
		const shown = version === undefined || version <= this.version;
		this.#pending = shown ? undefined : { ...this.#pending, version };
	}

	#onConnection(state: Connection, code?: string): void {
		if (state === 'open' && this.#connection !== 'open') this.chat.resend();
		this.#connection = state;
		this.#stopCode = code;
	}
}
