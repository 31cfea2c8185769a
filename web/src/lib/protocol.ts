/** Protocol types under short names. The types of a game are in its folder. */

import type * as wire from './protocol.gen.ts';

export type {
	AvailabilityInfo,
	Contact,
	ContactList,
	ClientMessage,
	CommitmentEntry,
	Commitments,
	DailyDay,
	DailyDeal,
	DailyPlayer,
	DailyResults,
	DailyScore,
	DailyTry,
	RelatedGames,
	GameInfo,
	HistoryGame,
	HistorySeat,
	ImportInfo,
	ExcludedPlayer,
	Invitation,
	Leaderboard,
	LessonAnswer,
	LessonList,
	LessonPosition,
	LessonVerdict,
	MoveComparison,
	NextPuzzle,
	PuzzleAnswer,
	PuzzleOutcome,
	PuzzleStanding,
	PuzzleTask,
	LobbyClientMessage,
	LobbyServerMessage,
	Spectators,
	Me,
	MyTable,
	MyTurn,
	Needed,
	NewBranch,
	NewDevice,
	NewTable,
	NewVote,
	NewWebhook,
	NewNight,
	NightClientMessage,
	NightDeal,
	NightInfo,
	NightList,
	NightOfTable,
	NightPlayer,
	NightServerMessage,
	NightSettings,
	NightTable,
	NightView,
	Notes,
	Offer,
	OpenTable,
	OwnPack,
	PastDays,
	PackFault,
	PackList,
	PackPreview,
	PlainCard,
	OriginInfo,
	GameTotals,
	BugReport,
	Profile,
	SharedReplayClientMessage,
	SharedReplayServerMessage,
	SharedReplayState,
	LeaderboardRow,
	RunningGame,
	SeatInfo,
	RequestMatch,
	Searching,
	SeatClock,
	SeatRequestInfo,
	SeatRequestState,
	SecurityEvent,
	SessionInfo,
	TableStatus,
	BanRequest,
	Overview,
	React,
	Reacted,
	Refused,
	Report,
	ChatLines,
	ChatLine,
	SendChat,
	ChatSwitch,
	ImportList,
	TableInfo,
	TableSettings,
	Relationship,
	Waiting,
	WebhookInfo
} from './protocol.gen.ts';

export type Kind = wire.React['kind'];
export type Phrase = NonNullable<wire.SendChat['phrase']>;

/** The protocol types of a game. */
export interface Game {
	view: object;
	own: object; // the part of the view that only its seat sees
	event: { kind: string };
	move: object;
}

/** The types of any game; only the game itself looks into them. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyGame = any;

export interface LogEntry<G extends Game = AnyGame> {
	version: number; // version of the table after it; 0 is the start
	events: G['event'][];
	caretaker?: true; // a substitute played for the seat's owner
	at?: number; // seconds since the start, in games whose rules have time limits
}

export interface Update<G extends Game = AnyGame> extends Omit<wire.Update, 'view' | 'log'> {
	view?: G['view'];
	log: LogEntry<G>[];
}

export type ServerMessage = Exclude<wire.ServerMessage, wire.Update> | Update;

export interface ReplayStep<G extends Game = AnyGame> extends Omit<wire.ReplayStep, 'log'> {
	log: G['event'][];
}

export interface Replay<G extends Game = AnyGame> extends Omit<wire.Replay, 'start' | 'steps'> {
	start: { view: G['view']; own: Record<string, G['own']>; log: G['event'][] };
	steps: ReplayStep<G>[];
}
