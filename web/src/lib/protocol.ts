/**
 * The wire's types under short names. What belongs to a game is a union over the games; for now there is one.
 * What the schema cannot say is added here: it knows no dictionary that has every key.
 */

import type * as wire from './protocol.gen.ts';

export type {
	Acquaintance,
	CatInTheBoxConsequence as Consequence,
	CatInTheBoxLateHand as LateHand,
	CatInTheBoxLegal as Legal,
	CatInTheBoxMove as Move,
	CatInTheBoxParadoxView as ParadoxView,
	CatInTheBoxPlayerView as PlayerView,
	CatInTheBoxResultView as ResultView,
	CatInTheBoxRoundSummary as RoundSummary,
	CatInTheBoxSeatScore as SeatScore,
	CatInTheBoxTrickView as TrickView,
	Circle,
	ClientMessage,
	Codes,
	Days,
	DeviceInfo,
	Family,
	GameInfo,
	Giver,
	History,
	HistoryGame,
	HistorySeat,
	ImportInfo,
	Leaderboard,
	LobbyClientMessage,
	LobbyServerMessage,
	LookersOn,
	Me,
	MyTable,
	MyTurn,
	NewBranch,
	NewDevice,
	NewTable,
	NewVote,
	NewWebhook,
	Notes,
	OpenTable,
	OriginInfo,
	Played,
	Problem,
	Profile,
	ReviewClientMessage,
	ReviewLink,
	ReviewServerMessage,
	ReviewState,
	Row,
	SeatInfo,
	Seek,
	SeatClock,
	SessionInfo,
	Standing,
	Order,
	Overview,
	React,
	Reacted,
	Refused,
	Report,
	Said,
	SaidLine,
	Say,
	ChatSwitch,
	Shelf,
	TableInfo,
	Terms,
	Ties,
	WebhookInfo
} from './protocol.gen.ts';

export type Kind = wire.React['kind'];
export type Phrase = NonNullable<wire.Say['phrase']>;
export type Color = wire.CatInTheBoxDeclare['color'];
export type Event = wire.CatInTheBoxEvent;
export type View = wire.CatInTheBoxView & { rows: Record<Color, number[]> };

export interface LogEntry {
	version: number; // the table's version after it; 0 is the start
	events: wire.CatInTheBoxEvent[];
	caretaker?: true; // it played for the seat's owner
}

export interface Update extends Omit<wire.Update, 'view' | 'log'> {
	view?: View;
	log: LogEntry[];
}

export type ServerMessage = Exclude<wire.ServerMessage, wire.Update> | Update;

/** What a seat sees that nobody else does. */
export type Own = Pick<View, 'hand' | 'aside' | 'legal'>;

export interface ReplayStep extends Omit<wire.ReplayStep, 'log'> {
	log: Event[];
}

export interface Replay extends Omit<wire.Replay, 'start' | 'steps'> {
	start: { view: View; own: Record<string, Own>; log: Event[] };
	steps: ReplayStep[];
}
