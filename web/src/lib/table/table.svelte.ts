import { m } from '#messages';
import { renewSession } from '../api.ts';
import { Hold } from './move-hold.svelte.ts';
import type { AnyGame, Game, LogEntry, LookersOn, SeatInfo, Standing, TableInfo } from '../protocol.ts';
import { newSalt } from '../random.ts';
import { reloadOnce } from '../reload.ts';
import { TableSocket, type Answer, type Position } from './table-socket.ts';
import { STILL, type Clocks } from './clocks.ts';
import { Talk } from '../chat/chat.svelte.ts';
import { socketUrl, type Connection } from '../reconnecting-socket.ts';

/** Whoever deleted their account left a seat without a name. */
const nameOf = ({ name, kind }: SeatInfo): string => name || (kind === 'person' ? m.former_player() : '');

/** What keeps and sends this browser's part of the shuffle: loaded once the page is there. */
const shuffle = () => import('../fairness/salts.ts');

const ON_THE_WAY = 1_500; // milliseconds before time is up in which a move still gets there

interface Pending<Move> {
	id: string;
	move: Move;
	version?: number; // accepted as this version, whose view has not come yet
}

/** A proxy may bring the people of one table together by its code; our server does not look at it. */
const urlOf = (code: string): string => socketUrl(`/ws?table=${code}`);

/** A table as this page knows it: its people, the position, the log, and the line to it. */
export class Table<G extends Game = AnyGame> {
	readonly talk: Talk;
	readonly #socket: TableSocket;
	#info: TableInfo;
	#position = $state.raw<Position<G>>();
	#log = $state.raw<LogEntry<G>[]>([]);
	#lookersOn = $state.raw<LookersOn>();
	#standing = $state.raw<Standing>();
	#clocks = $state.raw<Clocks>(STILL);
	#fresh = $state.raw<LogEntry<G>[]>([]);
	#connection = $state<Connection>('connecting');
	#stopped = $state<string>();
	#pending = $state.raw<Pending<G['move']>>();
	readonly #hold = new Hold<G['move']>();
	#endOfTime = Infinity; // for the choice that is open, on the page's own clock
	#refusal = $state.raw<{ code: string }>();
	#wantsAgain = false; // another game, as was last said on this page
	readonly #seat: number;
	readonly #names: string[];

	constructor(info: TableInfo, url: (code: string) => string = urlOf) {
		this.#info = $state.raw(info);
		this.#seat = $derived(this.#info.seats.findIndex((seat) => seat.you));
		this.#names = $derived(this.#info.seats.map(nameOf));
		this.#socket = new TableSocket(info.code, url, {
			table: (now) => this.#seated(now),
			lookersOn: (now) => (this.#lookersOn = now),
			standing: (now) => this.#stands(now),
			position: (position, log, live) => this.#moved(position, log, live),
			answer: (answer) => this.#answered(answer),
			talk: (message) => this.talk.hear(message),
			connection: (state, code) => this.#connected(state, code),
			renewSession,
			outdated: () => reloadOnce() || this.#connected('stopped', 'outdated')
		});
		this.talk = new Talk((message) => this.#socket.say(message));
		this.#takePart();
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
	get lookersOn(): LookersOn | undefined {
		return this.#lookersOn;
	}

	/** Who is away, what is voted on, whether the table is paused; nothing while there is nothing to say. */
	get standing(): Standing | undefined {
		return this.#standing;
	}

	/** The people's clocks as they were last told. */
	get clocks(): Clocks {
		return this.#info.terms.clock === 'none' ? STILL : this.#clocks;
	}

	/** What the last live update added to the log: to be animated. Empty after a join. */
	get fresh(): LogEntry<G>[] {
		return this.#fresh;
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
	get stopped(): string | undefined {
		return this.#stopped;
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
		const left = this.#endOfTime - performance.now() - ON_THE_WAY;
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
	again(yes: boolean): void {
		this.#wantsAgain = yes;
		void this.#answerAgain(yes);
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
	learn(info: TableInfo): void {
		this.#info = info;
		this.#takePart();
	}

	/** In the shuffle: keeps what this table is bound to, and gives what this browser adds. */
	#takePart(before = this.#info): void {
		const now = this.#info;
		shuffle().then(
			({ takePart }) => takePart(before, now),
			() => {}
		); // at the next message, then
	}

	async #answerAgain(yes: boolean): Promise<void> {
		const info = this.#info;
		const salt = await shuffle().then(({ nextSalt }) => nextSalt(info, yes), newSalt);
		if (info.code === this.code) this.#socket.again(yes, salt);
	}

	#seated(now: TableInfo): void {
		const before = this.#info;
		this.#info = now;
		this.#takePart(before);
		if (now.code === before.code) return this.#sayAgain(before);
		this.#wantsAgain = false;
		this.#hold.drop();
		this.#position = this.#pending = this.#refusal = this.#lookersOn = undefined;
		this.#standing = undefined;
		this.#clocks = STILL;
		this.#log = this.#fresh = [];
		this.talk.clear();
	}

	/** Only now is it known to what the next game's shuffle is bound: the answer counts from here on. */
	#sayAgain({ next_commitment: known }: TableInfo): void {
		const asked = this.#info.seats[this.#seat]?.again === '';
		if (this.#wantsAgain && asked && !known && this.#info.next_commitment) this.again(true);
	}

	#stands(now: Standing): void {
		this.#standing = now;
		if (now.clocks) this.#tick(now.clocks);
	}

	#tick(seats: Clocks['seats'] = {}): void {
		this.#clocks = { at: performance.now(), seats };
		const left = seats[this.#seat]?.left;
		this.#endOfTime = left === undefined ? Infinity : performance.now() + left;
	}

	#moved(position: Position<G>, log: LogEntry<G>[], live: boolean): void {
		if (position.turn !== this.turn) this.#hold.drop(); // that choice is gone
		this.#tick(position.clocks);
		this.#position = position;
		if (log.length > 0) this.#log = [...this.#log, ...log];
		this.#fresh = live ? log : [];
		const waitsFor = this.#pending?.version;
		if (waitsFor !== undefined && position.version >= waitsFor) this.#pending = undefined;
	}

	#answered({ id, version, code }: Answer): void {
		if (this.#pending?.id !== id) return;
		if (code) this.#refusal = { code };
		const shown = version === undefined || version <= this.version;
		this.#pending = shown ? undefined : { ...this.#pending, version };
	}

	#connected(state: Connection, code?: string): void {
		if (state === 'open' && this.#connection !== 'open') this.talk.again();
		this.#connection = state;
		this.#stopped = code;
	}
}
