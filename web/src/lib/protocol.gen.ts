/* The words of the wire. */

export type Color = 'red' | 'blue' | 'yellow' | 'green';

export interface Join {
	type: 'join';
	protocol: number;
	table: string;
	log_from: number;
}
export interface Play {
	type: 'play';
	id: string;
	turn: number;
	move: Move;
}
export interface Ping {
	type: 'ping';
}
export type ClientMessage = Join | Play | Ping;

export interface SeatInfo {
	kind: 'empty' | 'person' | 'bot';
	name: string;
	ready: boolean;
	host: boolean;
	you: boolean;
}
export interface TableInfo {
	code: string;
	game: string;
	options: Record<string, unknown>;
	status: 'open' | 'playing' | 'finished' | 'abandoned';
	seats: SeatInfo[];
	bots: string;
	look_on: boolean;
	commitment: string;
	you_host: boolean;
}
export interface TableMessage {
	type: 'table';
	table: TableInfo;
}
export interface LogEntry {
	version: number;
	events: Event[];
}
export interface Update {
	type: 'update';
	version: number;
	turn?: number | null;
	base?: number | null;
	view?: View | null;
	patch?: Record<string, unknown> | null;
	log: LogEntry[];
}
export interface Accepted {
	type: 'accepted';
	id: string;
	version: number;
}
export interface Refused {
	type: 'refused';
	id?: string | null;
	code: string;
}
export interface Stale {
	type: 'stale';
	id: string;
	version: number;
}
export interface Pong {
	type: 'pong';
}
export type ServerMessage = TableMessage | Update | Accepted | Refused | Stale | Pong;

export interface SetAside {
	kind: 'set_aside';
	card: number;
}
export interface Bid {
	kind: 'bid';
	tricks: number;
}
export interface Declare {
	kind: 'declare';
	card: number;
	color: Color;
}
export type Move = SetAside | Bid | Declare;

export interface RoundOpened {
	kind: 'round_opened';
	round: number;
	start: number;
	revealed?: number[] | null;
}
export interface CardSetAside {
	kind: 'card_set_aside';
	seat: number;
}
export interface BidMade {
	kind: 'bid_made';
	seat: number;
	tricks: number;
}
export interface Declared {
	kind: 'declared';
	seat: number;
	card: number;
	color: Color;
	lead: boolean;
	lost?: Color | null;
}
export interface TrickWon {
	kind: 'trick_won';
	seat: number;
	trick: number;
}
export interface ParadoxCaused {
	kind: 'paradox_caused';
	seat: number;
	hand: number[];
}
export interface RoundScored {
	kind: 'round_scored';
	round: number;
	points: number[];
}
export interface GameOver {
	kind: 'game_over';
	scores: number[];
	winners: number[];
}
export type Event =
	| RoundOpened
	| CardSetAside
	| BidMade
	| Declared
	| TrickWon
	| ParadoxCaused
	| RoundScored
	| GameOver;

export interface PlayerView {
	hand: number;
	set_aside: boolean;
	won: number;
	lost: Color[];
	score: number;
	bid?: number;
}
export interface TrickView {
	leader: number;
	cards: Record<string, string>;
	led?: Color;
	winner?: number;
}
export interface ParadoxView {
	seat: number;
	hand: number[];
}
export interface SeatScore {
	won: number;
	trick_points: number;
	bonus: number;
	points: number;
	group: string[];
	bid?: number;
}
export interface RoundSummary {
	seats: Record<string, SeatScore>;
	tokens: Record<string, number>;
	blocked: string[];
	paradox?: ParadoxView;
}
export interface Consequence {
	keeps: Record<string, number>;
	loses?: Color;
}
export interface Legal {
	set_aside?: number[];
	bid?: number[];
	declare?: Record<string, Consequence>;
	barred?: Partial<Record<Color, string>>;
}
export interface ResultView {
	scores: number[];
	winners: number[];
}
export interface View {
	game: 'cat-in-the-box';
	seats: number;
	layout: 'white' | 'purple';
	rows: Record<Color, number[]>;
	numbers: number;
	rounds: number;
	round: number;
	start: number;
	tricks: number;
	trick: number;
	phase: 'set_aside' | 'bid' | 'play' | 'over';
	to_act: number[];
	red_broken: boolean;
	blocked: string[];
	tokens: Record<string, number>;
	players: Record<string, PlayerView>;
	scored: Record<string, RoundSummary>;
	revealed?: number[];
	current?: TrickView;
	last?: TrickView;
	result?: ResultView;
	hand?: number[];
	aside?: number;
	legal?: Legal;
}
