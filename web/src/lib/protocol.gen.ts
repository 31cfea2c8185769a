/* Generated from the server by `npm run generate`; not to be edited. */

export type BraincatEvent =
	| BraincatCatFound
	| BraincatPackChosen
	| BraincatRoundDealt
	| BraincatClueLaid
	| BraincatPawPlaced
	| BraincatMasterOpened
	| BraincatVoteCast
	| BraincatReadinessChanged
	| BraincatDecided
	| BraincatMasterTurnedOut
	| BraincatTotemPlaced
	| BraincatTotemStayed
	| BraincatMastersDumped
	| BraincatMastersLaidOut
	| BraincatPicked
	| BraincatTokenPlaced
	| BraincatTokenStayed
	| BraincatTimePassed
	| BraincatSeatLeft
	| BraincatSeatReturned
	| BraincatRoundScored
	| BraincatRoundVoided
	| BraincatGameOver;
export type BraincatMove =
	| BraincatVolunteer
	| BraincatChoosePack
	| BraincatReady
	| BraincatWait
	| BraincatPoint
	| BraincatVote
	| BraincatPlaceTotem
	| BraincatStay
	| BraincatDrawLot
	| BraincatLayOut
	| BraincatPick
	| BraincatPlaceToken;
export type CatBoxLiteEvent =
	CatBoxLiteGameOpened | CatBoxLitePlaced | CatBoxLiteDrawn | CatBoxLiteGameOver;
export type CatInTheBoxEvent =
	| CatInTheBoxRoundOpened
	| CatInTheBoxCardSetAside
	| CatInTheBoxBidMade
	| CatInTheBoxDeclared
	| CatInTheBoxTrickWon
	| CatInTheBoxParadoxCaused
	| CatInTheBoxRoundScored
	| CatInTheBoxGameOver;
export type CatInTheBoxMove = CatInTheBoxSetAside | CatInTheBoxBid | CatInTheBoxDeclare;
export type ClientMessage = Join | Play | Ping | RematchAnswer | ShowHand | SendChat | React;
export type LobbyClientMessage = Enter | RequestMatch | Cancel | Answer | Ping | SendChat;
export type LobbyServerMessage =
	OpenTables | Waiting | MatchFound | Online | Refused | Pong | ChatLines;
export type NightClientMessage = FollowNight | Ping;
export type NightServerMessage = NightUpdate | Refused | Pong;
export type ServerMessage =
	| TableMessage
	| Spectators
	| TableStatus
	| Update
	| Accepted
	| Refused
	| Stale
	| Pong
	| ChatLines
	| Reacted;
export type SharedReplayClientMessage = Attend | Show | Lead | SendChat | Ping;
export type SharedReplayServerMessage = SharedReplayState | ChatLines | Refused | Pong;

export interface Protocol {
	Accepted: Accepted;
	Analysis: Analysis;
	AnalysisStatus: AnalysisStatus;
	Answer: Answer;
	Attend: Attend;
	AuditEntry: AuditEntry;
	AvailabilityInfo: AvailabilityInfo;
	BanInfo: BanInfo;
	BanRequest: BanRequest;
	BraincatBoard: BraincatBoard;
	BraincatCatFound: BraincatCatFound;
	BraincatChoosePack: BraincatChoosePack;
	BraincatClueLaid: BraincatClueLaid;
	BraincatDebateView: BraincatDebateView;
	BraincatDecided: BraincatDecided;
	BraincatDrawLot: BraincatDrawLot;
	BraincatEvent: BraincatEvent;
	BraincatFamiliesView: BraincatFamiliesView;
	BraincatFamilyVotes: BraincatFamilyVotes;
	BraincatGameOver: BraincatGameOver;
	BraincatLayOut: BraincatLayOut;
	BraincatLegal: BraincatLegal;
	BraincatMasterOpened: BraincatMasterOpened;
	BraincatMasterTurnedOut: BraincatMasterTurnedOut;
	BraincatMastersDumped: BraincatMastersDumped;
	BraincatMastersLaidOut: BraincatMastersLaidOut;
	BraincatMove: BraincatMove;
	BraincatPackChosen: BraincatPackChosen;
	BraincatPackView: BraincatPackView;
	BraincatPawPlaced: BraincatPawPlaced;
	BraincatPick: BraincatPick;
	BraincatPicked: BraincatPicked;
	BraincatPlaceToken: BraincatPlaceToken;
	BraincatPlaceTotem: BraincatPlaceTotem;
	BraincatPoint: BraincatPoint;
	BraincatReadinessChanged: BraincatReadinessChanged;
	BraincatReady: BraincatReady;
	BraincatResultView: BraincatResultView;
	BraincatRoundDealt: BraincatRoundDealt;
	BraincatRoundScored: BraincatRoundScored;
	BraincatRoundSummary: BraincatRoundSummary;
	BraincatRoundVoided: BraincatRoundVoided;
	BraincatSeatLeft: BraincatSeatLeft;
	BraincatSeatReturned: BraincatSeatReturned;
	BraincatStay: BraincatStay;
	BraincatTimePassed: BraincatTimePassed;
	BraincatTokenPlaced: BraincatTokenPlaced;
	BraincatTokenStayed: BraincatTokenStayed;
	BraincatTotemPlaced: BraincatTotemPlaced;
	BraincatTotemStayed: BraincatTotemStayed;
	BraincatView: BraincatView;
	BraincatVolunteer: BraincatVolunteer;
	BraincatVote: BraincatVote;
	BraincatVoteCast: BraincatVoteCast;
	BraincatWait: BraincatWait;
	Branched: Branched;
	BugReport: BugReport;
	Cancel: Cancel;
	Caretaker: Caretaker;
	CatBoxLiteColorScore: CatBoxLiteColorScore;
	CatBoxLiteDrawn: CatBoxLiteDrawn;
	CatBoxLiteEvent: CatBoxLiteEvent;
	CatBoxLiteGameOpened: CatBoxLiteGameOpened;
	CatBoxLiteGameOver: CatBoxLiteGameOver;
	CatBoxLiteLaidCard: CatBoxLiteLaidCard;
	CatBoxLiteLegal: CatBoxLiteLegal;
	CatBoxLiteMove: CatBoxLiteMove;
	CatBoxLitePlaced: CatBoxLitePlaced;
	CatBoxLiteResultView: CatBoxLiteResultView;
	CatBoxLiteView: CatBoxLiteView;
	CatInTheBoxBid: CatInTheBoxBid;
	CatInTheBoxBidMade: CatInTheBoxBidMade;
	CatInTheBoxCardSetAside: CatInTheBoxCardSetAside;
	CatInTheBoxConsequence: CatInTheBoxConsequence;
	CatInTheBoxDeclare: CatInTheBoxDeclare;
	CatInTheBoxDeclared: CatInTheBoxDeclared;
	CatInTheBoxEvent: CatInTheBoxEvent;
	CatInTheBoxGameOver: CatInTheBoxGameOver;
	CatInTheBoxLegal: CatInTheBoxLegal;
	CatInTheBoxMove: CatInTheBoxMove;
	CatInTheBoxParadoxCaused: CatInTheBoxParadoxCaused;
	CatInTheBoxParadoxView: CatInTheBoxParadoxView;
	CatInTheBoxPlayerView: CatInTheBoxPlayerView;
	CatInTheBoxResultView: CatInTheBoxResultView;
	CatInTheBoxRevealedHand: CatInTheBoxRevealedHand;
	CatInTheBoxRoundOpened: CatInTheBoxRoundOpened;
	CatInTheBoxRoundScored: CatInTheBoxRoundScored;
	CatInTheBoxRoundSummary: CatInTheBoxRoundSummary;
	CatInTheBoxSeatScore: CatInTheBoxSeatScore;
	CatInTheBoxSetAside: CatInTheBoxSetAside;
	CatInTheBoxTrickView: CatInTheBoxTrickView;
	CatInTheBoxTrickWon: CatInTheBoxTrickWon;
	CatInTheBoxView: CatInTheBoxView;
	ChatLine: ChatLine;
	ChatLines: ChatLines;
	ChatSwitch: ChatSwitch;
	ClientMessage: ClientMessage;
	Codes: Codes;
	CommitmentEntry: CommitmentEntry;
	Commitments: Commitments;
	Contact: Contact;
	ContactList: ContactList;
	DailyDay: DailyDay;
	DailyDeal: DailyDeal;
	DailyPlayer: DailyPlayer;
	DailyResults: DailyResults;
	DailyScore: DailyScore;
	DailyTry: DailyTry;
	DealCommitment: DealCommitment;
	DealTable: DealTable;
	Decision: Decision;
	DeviceInfo: DeviceInfo;
	Done: Done;
	Enter: Enter;
	EvaluatedMove: EvaluatedMove;
	ExcludedPlayer: ExcludedPlayer;
	FollowNight: FollowNight;
	FurtherTables: FurtherTables;
	GameInfo: GameInfo;
	GameProgress: GameProgress;
	GameTotals: GameTotals;
	Hint: Hint;
	History: History;
	HistoryGame: HistoryGame;
	HistorySeat: HistorySeat;
	ImportInfo: ImportInfo;
	ImportList: ImportList;
	Invitation: Invitation;
	InvitedPlayer: InvitedPlayer;
	Join: Join;
	Lead: Lead;
	Leaderboard: Leaderboard;
	LeaderboardRow: LeaderboardRow;
	LessonAnswer: LessonAnswer;
	LessonAttempt: LessonAttempt;
	LessonList: LessonList;
	LessonPosition: LessonPosition;
	LessonStep: LessonStep;
	LessonVerdict: LessonVerdict;
	LineReport: LineReport;
	Link: Link;
	LinkOwner: LinkOwner;
	LobbyClientMessage: LobbyClientMessage;
	LobbyServerMessage: LobbyServerMessage;
	LogEntry: LogEntry;
	MatchFound: MatchFound;
	Me: Me;
	MoveComparison: MoveComparison;
	MoveValue: MoveValue;
	MyTable: MyTable;
	MyTurn: MyTurn;
	NamePassword: NamePassword;
	Needed: Needed;
	NewBranch: NewBranch;
	NewCat: NewCat;
	NewDevice: NewDevice;
	NewName: NewName;
	NewNight: NewNight;
	NewNote: NewNote;
	NewPassword: NewPassword;
	NewQuietHours: NewQuietHours;
	NewSalt: NewSalt;
	NewSeats: NewSeats;
	NewSharedReplay: NewSharedReplay;
	NewTable: NewTable;
	NewTry: NewTry;
	NewVote: NewVote;
	NewWebhook: NewWebhook;
	NextPuzzle: NextPuzzle;
	NightClientMessage: NightClientMessage;
	NightDeal: NightDeal;
	NightInfo: NightInfo;
	NightList: NightList;
	NightOfTable: NightOfTable;
	NightPlayer: NightPlayer;
	NightSeat: NightSeat;
	NightServerMessage: NightServerMessage;
	NightSettings: NightSettings;
	NightTable: NightTable;
	NightUpdate: NightUpdate;
	NightView: NightView;
	Note: Note;
	Notes: Notes;
	Offer: Offer;
	Online: Online;
	OpenSeat: OpenSeat;
	OpenTable: OpenTable;
	OpenTables: OpenTables;
	OptionInfo: OptionInfo;
	OriginInfo: OriginInfo;
	Overview: Overview;
	OwnPack: OwnPack;
	PackCard: PackCard;
	PackCards: PackCards;
	PackFault: PackFault;
	PackList: PackList;
	PackPreview: PackPreview;
	PackReport: PackReport;
	PackSummary: PackSummary;
	PackTexts: PackTexts;
	PageState: PageState;
	Password: Password;
	PastDay: PastDay;
	PastDays: PastDays;
	Ping: Ping;
	PlainCard: PlainCard;
	Play: Play;
	PlayedDeal: PlayedDeal;
	PlayingSeat: PlayingSeat;
	Pong: Pong;
	Profile: Profile;
	PuzzleAnswer: PuzzleAnswer;
	PuzzleAttempt: PuzzleAttempt;
	PuzzleOutcome: PuzzleOutcome;
	PuzzleStanding: PuzzleStanding;
	PuzzleTask: PuzzleTask;
	QuietHours: QuietHours;
	RatingChange: RatingChange;
	RatingInfo: RatingInfo;
	React: React;
	Reacted: Reacted;
	Ready: Ready;
	Reason: Reason;
	Recovery: Recovery;
	Refused: Refused;
	RelatedGame: RelatedGame;
	RelatedGames: RelatedGames;
	Relationship: Relationship;
	RematchAnswer: RematchAnswer;
	Replay: Replay;
	ReplaySeat: ReplaySeat;
	ReplayStart: ReplayStart;
	ReplayStep: ReplayStep;
	ReplayTable: ReplayTable;
	Report: Report;
	ReportInfo: ReportInfo;
	ReportedPack: ReportedPack;
	RequestMatch: RequestMatch;
	RunningGame: RunningGame;
	RunningGames: RunningGames;
	Searching: Searching;
	SeatAnswer: SeatAnswer;
	SeatClaim: SeatClaim;
	SeatClock: SeatClock;
	SeatInfo: SeatInfo;
	SeatPlace: SeatPlace;
	SeatRequestInfo: SeatRequestInfo;
	SeatRequestState: SeatRequestState;
	SeatStatus: SeatStatus;
	SecurityEvent: SecurityEvent;
	SendChat: SendChat;
	ServerMessage: ServerMessage;
	SessionInfo: SessionInfo;
	SharedReplayClientMessage: SharedReplayClientMessage;
	SharedReplayLink: SharedReplayLink;
	SharedReplayServerMessage: SharedReplayServerMessage;
	SharedReplayState: SharedReplayState;
	Sharing: Sharing;
	Show: Show;
	ShowHand: ShowHand;
	Sit: Sit;
	SolvedLesson: SolvedLesson;
	SolvedLessons: SolvedLessons;
	Spectators: Spectators;
	Stale: Stale;
	Start: Start;
	TableInfo: TableInfo;
	TableMessage: TableMessage;
	TableSettings: TableSettings;
	TableStatus: TableStatus;
	Update: Update;
	Vacation: Vacation;
	Viewer: Viewer;
	VoteInfo: VoteInfo;
	Waiting: Waiting;
	WebhookInfo: WebhookInfo;
}
/**
 * The move with this id was recorded and made this version.
 */
export interface Accepted {
	type: 'accepted';
	id: string;
	version: number;
}
/**
 * A whole game.
 */
export interface Analysis {
	decisions: Decision[];
	mistake: number;
	accuracy: (number | null)[];
}
/**
 * One move of a seat among its alternatives.
 */
export interface Decision {
	ply: number;
	seat: number;
	round: number;
	moves: MoveValue[];
	played: number;
	loss: number;
	grade: 'best' | 'good' | 'mistake' | 'blunder';
	beliefs?: {
		[k: string]: number;
	}[];
}
/**
 * What a seat could expect of a move.
 */
export interface MoveValue {
	move: {
		[k: string]: unknown;
	};
	points: number;
	chances: {
		[k: string]: number;
	};
}
/**
 * The progress of an analysis, which continues while it is requested.
 */
export interface AnalysisStatus {
	done: number;
	of: number;
	analysis?: Analysis;
}
/**
 * An answer to an offer; may be changed while the offer is open.
 */
export interface Answer {
	type: 'answer';
	offer: string;
	answer: 'people' | 'bots' | 'no';
}
/**
 * Subscribes to the shared replay with this code.
 */
export interface Attend {
	type: 'attend';
	protocol: number;
	review: string;
}
/**
 * An entry of the audit log; `admin` is empty for actions on the command line.
 */
export interface AuditEntry {
	admin: string;
	act: string;
	about: string;
	why: string;
	at: string;
}
/**
 * A player's nights and vacations, for themselves.
 */
export interface AvailabilityInfo {
	quiet: QuietHours;
	vacations: Vacation[];
	left: number;
}
/**
 * The hours of the night, in which no deadline falls; may span midnight.
 */
export interface QuietHours {
	zone: string;
	since: number;
	until: number;
}
/**
 * Whole days in the player's time zone, both included.
 */
export interface Vacation {
	first: string;
	last: string;
}
/**
 * A ban in force.
 */
export interface BanInfo {
	id: number;
	about: string;
	muted: boolean;
	why: string;
	since: string;
	until: string;
}
/**
 * A ban, or with `muted` a mute, of one of: a reported player, an account, a network.
 */
export interface BanRequest {
	report?: number;
	account?: string;
	network?: string;
	muted: boolean;
	days?: number;
	why: string;
}
/**
 * The open part of a round; the lists of places are by place.
 */
export interface BraincatBoard {
	cat: number;
	points: number[];
	unopened: number;
	masters: number[];
	gone: number[];
	places: (number | null)[];
	clues: number[];
	paws: number[];
	pack?: string;
	clue_pack?: string;
	mood?: string;
	laid_out?: number[];
	picks?: {
		[k: string]: number;
	};
}
/**
 * B33: a round begins with this cat.
 */
export interface BraincatCatFound {
	kind: 'cat_found';
	cat: number;
}
/**
 * B5, B6: chooses the pack of the master cards, or of the clues.
 */
export interface BraincatChoosePack {
	kind: 'choose_pack';
	pack: string;
}
/**
 * B7-B9: a clue joined the chain.
 */
export interface BraincatClueLaid {
	kind: 'clue_laid';
	clue: number;
	card: number;
}
/**
 * A debate (B12).
 */
export interface BraincatDebateView {
	votes: {
		[k: string]: 'red' | 'blue' | 'clue' | 'stay' | '0' | '1' | '2' | '3' | '4' | '5';
	};
	ready: number[];
	additional: boolean;
}
/**
 * B13: what a debate led to. No choice: nobody voted, and one more debate is held.
 */
export interface BraincatDecided {
	kind: 'decided';
	choice?: 'red' | 'blue' | 'clue' | 'stay' | '0' | '1' | '2' | '3' | '4' | '5';
	clue_throw?: number;
	card_throw?: number;
}
/**
 * B22, B24: the ambassador lets a lot decide between tied choices.
 */
export interface BraincatDrawLot {
	kind: 'draw_lot';
}
/**
 * B5, B6: the cat chose the masters' pack, or the speaker the clues' pack.
 */
export interface BraincatPackChosen {
	kind: 'pack_chosen';
	seat: number;
	pack: string;
}
/**
 * B6, B18: the mood and the cards of a round were drawn.
 */
export interface BraincatRoundDealt {
	kind: 'round_dealt';
	pack: string;
	clue_pack: string;
	mood?: string;
}
/**
 * B7, B8: the cat placed a paw; paw 0 is the blue one.
 */
export interface BraincatPawPlaced {
	kind: 'paw_placed';
	paw: number;
	at: number;
}
/**
 * B11, B14, B21, B26: a master was opened.
 */
export interface BraincatMasterOpened {
	kind: 'master_opened';
	master: number;
	card: number;
}
/**
 * B12: a family member voted in a debate.
 */
export interface BraincatVoteCast {
	kind: 'vote_cast';
	seat: number;
	choice: 'red' | 'blue' | 'clue' | 'stay' | '0' | '1' | '2' | '3' | '4' | '5';
}
/**
 * B12: a family member is ready, or no longer.
 */
export interface BraincatReadinessChanged {
	kind: 'readiness_changed';
	seat: number;
	ready: boolean;
}
/**
 * B14: the card that was not kept.
 */
export interface BraincatMasterTurnedOut {
	kind: 'master_turned_out';
	master: number;
	card: number;
}
/**
 * B22, B23: a family placed or moved its totem.
 */
export interface BraincatTotemPlaced {
	kind: 'totem_placed';
	family: 'red' | 'blue';
	master: number;
	points: number;
}
/**
 * B22: a family left its totem where it is.
 */
export interface BraincatTotemStayed {
	kind: 'totem_stayed';
	family: 'red' | 'blue';
}
/**
 * B21, B24: masters without a totem went to the dumpster.
 */
export interface BraincatMastersDumped {
	kind: 'masters_dumped';
	masters: number[];
}
/**
 * B24: the cat laid out three masters of the dumpster.
 */
export interface BraincatMastersLaidOut {
	kind: 'masters_laid_out';
	masters: number[];
}
/**
 * B24: a family picked one of the masters laid out.
 */
export interface BraincatPicked {
	kind: 'picked';
	family: 'red' | 'blue';
	master: number;
}
/**
 * B27, B28: a token was placed or moved, each of these other seats scored the points.
 */
export interface BraincatTokenPlaced {
	kind: 'token_placed';
	seat: number;
	master: number;
	scorers: number[];
	points: number;
}
/**
 * B27: a token stayed where it is.
 */
export interface BraincatTokenStayed {
	kind: 'token_stayed';
	seat: number;
}
/**
 * B34: the time limit of the step has passed.
 */
export interface BraincatTimePassed {
	kind: 'time_passed';
}
/**
 * B32: a seat went out of play.
 */
export interface BraincatSeatLeft {
	kind: 'seat_left';
	seat: number;
}
/**
 * B32: a seat came back into play.
 */
export interface BraincatSeatReturned {
	kind: 'seat_returned';
	seat: number;
}
/**
 * B14, B24, B29: a round is finished; the view's summary has the details.
 */
export interface BraincatRoundScored {
	kind: 'round_scored';
	mystery: number;
	points: number[];
	won?: boolean;
}
/**
 * B32: the cat left, or too few seats are in play, and the round is void.
 */
export interface BraincatRoundVoided {
	kind: 'round_voided';
	mystery?: number;
}
/**
 * B16, B17, B25, B30, B32: the game is over; without scores it was abandoned.
 */
export interface BraincatGameOver {
	kind: 'game_over';
	scores?: number[];
	winners?: number[];
	won?: boolean;
}
/**
 * The open part of the steps `keep` and `pick` (B20, B22).
 */
export interface BraincatFamiliesView {
	ambassadors: {
		[k: string]: number;
	};
	to_act: ('red' | 'blue')[];
	waiting?: 'red' | 'blue';
	additional?: boolean;
}
/**
 * What only the seats of a family but the cat see of it (B31).
 */
export interface BraincatFamilyVotes {
	votes: {
		[k: string]: 'red' | 'blue' | 'clue' | 'stay' | '0' | '1' | '2' | '3' | '4' | '5';
	};
	settled: boolean;
	lot: boolean;
}
/**
 * B24: the cat lays out three masters of the dumpster, ascending.
 */
export interface BraincatLayOut {
	kind: 'lay_out';
	masters: number[];
}
/**
 * The legal moves of this seat: their kinds, and the values that they may have.
 */
export interface BraincatLegal {
	kinds: string[];
	packs?: string[];
	at?: number[];
	votes?: ('red' | 'blue' | 'clue' | 'stay' | '0' | '1' | '2' | '3' | '4' | '5')[];
	masters?: number[];
	lay_out?: number[][];
}
/**
 * B33: offers to be the cat.
 */
export interface BraincatVolunteer {
	kind: 'volunteer';
}
/**
 * B6: the cat has seen the masters. B12: a family member ends the debate for its part.
 */
export interface BraincatReady {
	kind: 'ready';
}
/**
 * B12: takes `ready` back.
 */
export interface BraincatWait {
	kind: 'wait';
}
/**
 * B7, B8: places a paw, claws toward this clue.
 */
export interface BraincatPoint {
	kind: 'point';
	at: number;
}
/**
 * B12, B22, B24: votes; masters are written as text.
 */
export interface BraincatVote {
	kind: 'vote';
	choice: 'red' | 'blue' | 'clue' | 'stay' | '0' | '1' | '2' | '3' | '4' | '5';
}
/**
 * B22: the ambassador places or moves its family's totem.
 */
export interface BraincatPlaceTotem {
	kind: 'place_totem';
	master: number;
}
/**
 * B22, B27: leaves the totem or the token where it is.
 */
export interface BraincatStay {
	kind: 'stay';
}
/**
 * B24: the ambassador picks one of the masters laid out.
 */
export interface BraincatPick {
	kind: 'pick';
	master: number;
}
/**
 * B27: puts or moves the token to a master.
 */
export interface BraincatPlaceToken {
	kind: 'place_token';
	master: number;
}
/**
 * A pack of the table (B1).
 */
export interface BraincatPackView {
	cards: number;
	memo: boolean;
	sexes: boolean;
}
/**
 * The end of the game (B36).
 */
export interface BraincatResultView {
	scores: number[];
	winners: number[];
	abandoned: boolean;
	won?: boolean;
}
/**
 * A round that is over, void ones included.
 */
export interface BraincatRoundSummary {
	outcome: 'won' | 'lost' | 'scored' | 'void';
	board: BraincatBoard;
	masters?: number[];
	mystery?: number;
}
/**
 * Everything that a seat or a spectator may see; only seats get the last five fields (PrivateView).
 */
export interface BraincatView {
	game: 'braincat';
	seats: number;
	mode: 'discovery' | 'moods' | 'teams' | 'individual';
	start: number;
	packs: {
		[k: string]: BraincatPackView;
	};
	volunteers: boolean;
	rounds: number;
	round: number;
	phase:
		| 'cat'
		| 'pack'
		| 'clue_pack'
		| 'look'
		| 'paw'
		| 'debate'
		| 'keep'
		| 'lay_out'
		| 'pick'
		| 'choice'
		| 'over';
	to_act: number[];
	in_play: number[];
	scores: number[];
	ended: {
		[k: string]: BraincatRoundSummary;
	};
	masters_as_numbers: boolean;
	limit?: number;
	schizo?: boolean;
	target?: number;
	families?: ('red' | 'blue')[];
	green_paws?: number;
	board?: BraincatBoard;
	debate?: BraincatDebateView;
	acting?: BraincatFamiliesView;
	result?: BraincatResultView;
	mystery?: number;
	mystery_as_number?: boolean;
	master_cards?: number[];
	family_votes?: BraincatFamilyVotes;
	legal?: BraincatLegal;
}
/**
 * The position of another game from which this one continued.
 */
export interface Branched {
	from: string;
	ply: number;
}
/**
 * A bug report about a table or its replay.
 */
export interface BugReport {
	table: string;
	words: string;
	page: PageState;
}
/**
 * State of the client's page, to help reproduce the bug.
 */
export interface PageState {
	path: string;
	ply?: number;
	line: string;
	build: string;
	language: string;
	screen: string;
	browser: string;
}
/**
 * Cancels the matchmaking request.
 */
export interface Cancel {
	type: 'cancel';
}
/**
 * Whether the caretaker plays for the sender from now on.
 */
export interface Caretaker {
	plays: boolean;
}
/**
 * The score of a color (L12).
 */
export interface CatBoxLiteColorScore {
	cats: number;
	group: string[];
	points: number;
}
/**
 * L10: the seat whose card was played drew the pile's top card with this public side.
 */
export interface CatBoxLiteDrawn {
	kind: 'drawn';
	seat: number;
	face: string;
}
/**
 * L3-L6: the cards were dealt and the first one was laid.
 */
export interface CatBoxLiteGameOpened {
	kind: 'game_opened';
	start: number;
	face: string;
}
/**
 * L7-L9: a card was laid.
 */
export interface CatBoxLitePlaced {
	kind: 'placed';
	seat: number;
	holder: number;
	slot: number;
	side: 'public' | 'private';
	face: string;
	column: number;
	row: number;
	covers: string;
}
/**
 * L11-L13: the game is over; the view has the details of the scores.
 */
export interface CatBoxLiteGameOver {
	kind: 'game_over';
	identities: ('black' | 'white' | 'gray' | 'orange')[];
	scores: number[];
	winners: number[];
}
/**
 * A card on the table; it hides what is under it.
 */
export interface CatBoxLiteLaidCard {
	face: string;
	column: number;
	row: number;
	seat?: number;
}
/**
 * The legal moves of this seat (L16).
 */
export interface CatBoxLiteLegal {
	faces: {
		[k: string]: number;
	};
	places: {
		[k: string]: string;
	};
}
/**
 * L7, L8: lays a card from a hand with its upper left square at this column and row.
 */
export interface CatBoxLiteMove {
	kind: 'place';
	holder: number;
	slot: number;
	face: 'public' | 'private';
	column: number;
	row: number;
}
/**
 * The end of the game (L12, L13).
 */
export interface CatBoxLiteResultView {
	identities: ('black' | 'white' | 'gray' | 'orange')[];
	colors: {
		[k: string]: CatBoxLiteColorScore;
	};
	scores: number[];
	winners: number[];
}
/**
 * Everything a seat or a spectator may see; a seat's identity, backs and legal are in its PrivateView.
 */
export interface CatBoxLiteView {
	game: 'cat-box-lite';
	seats: number;
	start: number;
	turns: number;
	turn: number;
	to_act: number[];
	laid: {
		[k: string]: CatBoxLiteLaidCard;
	};
	hands: {
		[k: string]: string[];
	};
	pile: number;
	top?: string;
	result?: CatBoxLiteResultView;
	identity?: 'black' | 'white' | 'gray' | 'orange';
	backs?: string[];
	legal?: CatBoxLiteLegal;
}
/**
 * C6: predicts how many tricks this seat will win.
 */
export interface CatInTheBoxBid {
	kind: 'bid';
	tricks: number;
}
/**
 * C6: a seat has bid.
 */
export interface CatInTheBoxBidMade {
	kind: 'bid_made';
	seat: number;
	tricks: number;
}
/**
 * C5: a card was set aside; only its owner's view contains which one.
 */
export interface CatInTheBoxCardSetAside {
	kind: 'card_set_aside';
	seat: number;
}
/**
 * The consequences of a declaration for the seat that makes it.
 */
export interface CatInTheBoxConsequence {
	keeps: {
		[k: string]: number;
	};
	loses?: 'red' | 'blue' | 'yellow' | 'green';
}
/**
 * C8: plays a card and declares its color.
 */
export interface CatInTheBoxDeclare {
	kind: 'declare';
	card: number;
	color: 'red' | 'blue' | 'yellow' | 'green';
}
/**
 * C8-C12: a card was played in a color and took its space.
 */
export interface CatInTheBoxDeclared {
	kind: 'declared';
	seat: number;
	card: number;
	color: 'red' | 'blue' | 'yellow' | 'green';
	lead: boolean;
	lost?: 'red' | 'blue' | 'yellow' | 'green';
}
/**
 * C1-C4: a round was dealt.
 */
export interface CatInTheBoxRoundOpened {
	kind: 'round_opened';
	round: number;
	start: number;
	revealed?: number[];
}
/**
 * C13: a trick was completed.
 */
export interface CatInTheBoxTrickWon {
	kind: 'trick_won';
	seat: number;
	trick: number;
}
/**
 * C15, C16: a seat caused a paradox and showed its hand.
 */
export interface CatInTheBoxParadoxCaused {
	kind: 'paradox_caused';
	seat: number;
	hand: number[];
}
/**
 * C17-C19: the points of a round by seat; the view's summary has the details.
 */
export interface CatInTheBoxRoundScored {
	kind: 'round_scored';
	round: number;
	points: number[];
}
/**
 * C20: the game is over.
 */
export interface CatInTheBoxGameOver {
	kind: 'game_over';
	scores: number[];
	winners: number[];
}
/**
 * The legal moves of this seat: exactly one of the first three fields is present.
 */
export interface CatInTheBoxLegal {
	set_aside?: number[];
	bid?: number[];
	declare?: {
		[k: string]: CatInTheBoxConsequence;
	};
	barred?: {
		[k: string]: string;
	};
}
/**
 * C5: sets one card of the hand aside, face down.
 */
export interface CatInTheBoxSetAside {
	kind: 'set_aside';
	card: number;
}
/**
 * C16: the causer of a paradox and its hand.
 */
export interface CatInTheBoxParadoxView {
	seat: number;
	hand: number[];
}
/**
 * The public part of one seat.
 */
export interface CatInTheBoxPlayerView {
	hand: number;
	set_aside: boolean;
	won: number;
	lost: ('red' | 'blue' | 'yellow' | 'green')[];
	score: number;
	bid?: number;
}
/**
 * The end of the game (C20).
 */
export interface CatInTheBoxResultView {
	scores: number[];
	winners: number[];
	places: number[];
}
/**
 * A seat's hand of a scored round.
 */
export interface CatInTheBoxRevealedHand {
	seat: number;
	round: number;
	hand: number[];
	aside?: number;
}
/**
 * A scored round with its board.
 */
export interface CatInTheBoxRoundSummary {
	seats: {
		[k: string]: CatInTheBoxSeatScore;
	};
	tokens: {
		[k: string]: number;
	};
	blocked: string[];
	paradox?: CatInTheBoxParadoxView;
}
/**
 * One seat's points of a round in detail (C17-C19).
 */
export interface CatInTheBoxSeatScore {
	won: number;
	trick_points: number;
	bonus: number;
	points: number;
	group: string[];
	bid?: number;
}
/**
 * The current trick or the previous one.
 */
export interface CatInTheBoxTrickView {
	leader: number;
	cards: {
		[k: string]: string;
	};
	led?: 'red' | 'blue' | 'yellow' | 'green';
	winner?: number;
}
/**
 * Everything that a seat or a spectator may see.
 *
 * Only a seat gets hand, aside and legal (PrivateView); only spectators get late (RevealedHandView).
 */
export interface CatInTheBoxView {
	game: 'cat-in-the-box';
	seats: number;
	layout: 'white' | 'purple';
	rows: {
		[k: string]: number[];
	};
	numbers: number;
	copies: number;
	rounds: number;
	round: number;
	start: number;
	tricks: number;
	trick: number;
	phase: 'set_aside' | 'bid' | 'play' | 'over';
	to_act: number[];
	red_broken: boolean;
	blocked: string[];
	tokens: {
		[k: string]: number;
	};
	players: {
		[k: string]: CatInTheBoxPlayerView;
	};
	scored: {
		[k: string]: CatInTheBoxRoundSummary;
	};
	revealed?: number[];
	current?: CatInTheBoxTrickView;
	last?: CatInTheBoxTrickView;
	result?: CatInTheBoxResultView;
	hand?: number[];
	aside?: number;
	legal?: CatInTheBoxLegal;
	late?: CatInTheBoxRevealedHand;
}
/**
 * A chat line as readers see it.
 */
export interface ChatLine {
	id: string;
	who: string;
	name: string;
	handle: string;
	account: boolean;
	seat?: number;
	spectator?: true;
	at: number;
	text?: string;
	phrase?:
		| 'hello'
		| 'good_luck'
		| 'one_moment'
		| 'back'
		| 'your_turn'
		| 'well_done'
		| 'ouch'
		| 'sorry'
		| 'thanks'
		| 'good_game'
		| 'again'
		| 'bye';
	own?: string;
}
/**
 * Chat lines that the socket has not been sent; at first the last ones.
 */
export interface ChatLines {
	type: 'said';
	lines: ChatLine[];
	before: boolean;
}
/**
 * Whether the table's chat is open.
 */
export interface ChatSwitch {
	open: boolean;
}
/**
 * Subscribes to a table: its people, and its game as this player may see it.
 */
export interface Join {
	type: 'join';
	protocol: number;
	table: string;
	log_from: number;
	stay?: true;
}
/**
 * A move for the sender's seat; repeated with the same id, it gets the same answer again.
 */
export interface Play {
	type: 'play';
	id: string;
	turn: number;
	move: {
		[k: string]: unknown;
	};
}
/**
 * Checks that the connection is alive.
 */
export interface Ping {
	type: 'ping';
}
/**
 * The sender's answer to a rematch, after the game.
 */
export interface RematchAnswer {
	type: 'again';
	yes: boolean;
	salt: string;
}
/**
 * Whether the sender shares their hand with spectators, one round late.
 */
export interface ShowHand {
	type: 'show_hand';
	yes: boolean;
}
/**
 * A chat line: free text or a phrase; repeated with the same id, it is stored once.
 */
export interface SendChat {
	type: 'say';
	id: string;
	text?: string;
	phrase?:
		| 'hello'
		| 'good_luck'
		| 'one_moment'
		| 'back'
		| 'your_turn'
		| 'well_done'
		| 'ouch'
		| 'sorry'
		| 'thanks'
		| 'good_game'
		| 'again'
		| 'bye';
}
/**
 * A reaction, shown beside the player's name for some seconds.
 */
export interface React {
	type: 'react';
	kind: 'smile' | 'love' | 'wow' | 'tear' | 'grumpy' | 'sleepy' | 'think' | 'paw';
}
/**
 * New recovery codes, shown only once.
 */
export interface Codes {
	codes: string[];
}
/**
 * One entry; `hash` is SHA-256 of "boxcats/commitments/1", `previous`, number, time and commitment.
 */
export interface CommitmentEntry {
	number: number;
	at: number;
	commitment: string;
	previous: string;
	hash: string;
}
/**
 * A page of the log, and its current last entry.
 */
export interface Commitments {
	entries: CommitmentEntry[];
	more: boolean;
	head?: CommitmentEntry;
	began_at?: number;
}
/**
 * A player whom the reader follows or blocks, or who follows the reader.
 */
export interface Contact {
	follows: boolean;
	follows_me: boolean;
	blocked: boolean;
	handle: string;
	name: string;
}
/**
 * The reader's contacts sorted by name, and the reader's own handle.
 */
export interface ContactList {
	handle: string;
	people: Contact[];
}
/**
 * The deals of a day.
 */
export interface DailyDay {
	day: string;
	today: string;
	now: number;
	ends: number;
	reveals: number;
	deals: DailyDeal[];
	next: DealCommitment[];
}
/**
 * The deal of a day and a game.
 */
export interface DailyDeal {
	game: string;
	seats: number;
	commitment: string;
	published?: number;
	name: string;
	secret: string;
	players: number;
	mine?: DailyTry;
	results?: DailyResults;
}
/**
 * The reader's try.
 */
export interface DailyTry {
	code: string;
	status: 'running' | 'finished';
	score?: number;
	place?: number;
	settled: boolean;
	substituted: boolean;
}
/**
 * The results of a deal, for those who may see it.
 */
export interface DailyResults {
	scores: DailyScore[];
	guest_scores: DailyScore[];
	best: DailyPlayer[];
	friends: DailyPlayer[];
}
/**
 * How many players reached a score.
 */
export interface DailyScore {
	score: number;
	players: number;
}
/**
 * A ranked result of a player.
 */
export interface DailyPlayer {
	name: string;
	handle: string;
	code: string;
	score: number;
	place: number;
	substituted: boolean;
}
/**
 * The commitment to tomorrow's deal of a game.
 */
export interface DealCommitment {
	game: string;
	commitment: string;
}
/**
 * One table's result of a compared deal.
 */
export interface DealTable {
	number: number;
	code: string;
	seats: NightSeat[];
}
/**
 * One seat's result of a compared deal.
 */
export interface NightSeat {
	name: string;
	former?: boolean;
	score: number;
	result: number;
}
/**
 * The server's push key, and whether this device is subscribed.
 */
export interface DeviceInfo {
	key: string;
	on: boolean;
}
/**
 * Confirms a change, which all clients at the table receive.
 */
export interface Done {
	done: boolean;
}
/**
 * Subscribes to the open tables.
 */
export interface Enter {
	type: 'enter';
	protocol: number;
}
/**
 * What the seat may expect of a move.
 */
export interface EvaluatedMove {
	move: {
		[k: string]: unknown;
	};
	points: number;
	chances: {
		[k: string]: number;
	};
}
/**
 * A player whom the host has excluded from this table for good.
 */
export interface ExcludedPlayer {
	who: string;
	name: string;
}
/**
 * Subscribes to the night with this code.
 */
export interface FollowNight {
	type: 'follow_night';
	protocol: number;
	night: string;
}
/**
 * A page, over HTTP, of the open tables after those sent to the socket.
 */
export interface FurtherTables {
	tables: OpenTable[];
	more: boolean;
}
/**
 * An open table with its settings, as the lobby lists it.
 */
export interface OpenTable {
	code: string;
	game: string;
	options: {
		[k: string]: unknown;
	};
	seats: OpenSeat[];
	bots: string;
	clock: 'none' | 'steps' | 'steps_day' | 'relaxed' | 'quick' | 'half_day' | 'day' | 'three_days';
	hold: number;
	watching: 'nobody' | 'public' | 'hand';
	caretaker: boolean;
	memory: boolean;
	chat: boolean;
	languages: ('en' | 'fr' | 'ja')[];
	friend: boolean;
	looking: number;
	priority: number;
	opened_at: number;
}
/**
 * One seat of an open table.
 */
export interface OpenSeat {
	name: string;
	cat:
		| 'tabby'
		| 'siamese'
		| 'tuxedo'
		| 'calico'
		| 'sphynx'
		| 'fold'
		| 'lynx'
		| 'persian'
		| 'bombay'
		| 'lion'
		| 'rex'
		| 'sailor';
	host: boolean;
	account: boolean;
}
/**
 * A game that can be played here.
 */
export interface GameInfo {
	key: string;
	seats: number[];
	options: {
		[k: string]: OptionInfo;
	};
	match_modes: {
		[k: string]: number[];
	};
	bots: string[];
	shows_late: boolean;
	has_memory: boolean;
	has_time_limits: boolean;
	modes_by_days: string[];
	packs: string[];
	pack_sizes: {
		[k: string]: number;
	};
}
/**
 * One option of a game.
 */
export interface OptionInfo {
	choices: (string | boolean | number)[];
	defaults: {
		[k: string]: string | boolean | number;
	};
	modes: string[];
}
/**
 * The progress of a game, as everybody at its table knows it.
 */
export interface GameProgress {
	unit: 'round' | 'turn';
	number: number;
	of: number;
}
/**
 * Totals over the player's finished tables of one game.
 */
export interface GameTotals {
	game: string;
	games: number;
	wins: number;
	score: number;
	counts: {
		[k: string]: number;
	};
	rated: RatingInfo[];
}
/**
 * The player's rating in one game.
 */
export interface RatingInfo {
	points: number;
	games: number;
	provisional: boolean;
}
/**
 * The move that the game's evaluation recommends to a seat.
 */
export interface Hint {
	move: {
		[k: string]: unknown;
	};
	comparison?: MoveComparison;
}
/**
 * Why the best move is better than another one.
 */
export interface MoveComparison {
	measure: string;
	best: number;
	other: number;
	move: {
		[k: string]: unknown;
	};
}
/**
 * A page of games, newest first.
 */
export interface History {
	games: HistoryGame[];
	next?: string;
}
/**
 * One game; its replay has the same code.
 */
export interface HistoryGame {
	code: string;
	game: string;
	status: 'finished' | 'running' | 'abandoned';
	started?: string;
	finished?: string;
	moves: number;
	seats: HistorySeat[];
	you?: number;
}
/**
 * A seat's player and result.
 */
export interface HistorySeat {
	name: string;
	handle?: string;
	bot?: string;
	cat?:
		| 'tabby'
		| 'siamese'
		| 'tuxedo'
		| 'calico'
		| 'sphynx'
		| 'fold'
		| 'lynx'
		| 'persian'
		| 'bombay'
		| 'lion'
		| 'rex'
		| 'sailor';
	score?: number;
	place?: number;
	substituted?: boolean;
}
/**
 * An imported game; its replay has the same code.
 */
export interface ImportInfo {
	code: string;
	game: string;
	names: string[];
	moves: number;
	result?: {
		[k: string]: unknown;
	};
	added: string;
	known?: boolean;
}
/**
 * The player's imported games, newest first.
 */
export interface ImportList {
	games: ImportInfo[];
	room: number;
}
/**
 * An open invitation to the reader.
 */
export interface Invitation {
	code: string;
	game: string;
	seats: number;
	clock: string;
	handle: string;
	name: string;
	since: string;
}
/**
 * A player whom the host invited to this table and who has no seat here.
 */
export interface InvitedPlayer {
	handle: string;
	name: string;
	declined: boolean;
}
/**
 * Takes the lead if nobody leads or the leader has left.
 */
export interface Lead {
	type: 'lead';
}
/**
 * The best players of a month, and the reader's own place.
 */
export interface Leaderboard {
	month: string;
	months: string[];
	rows: LeaderboardRow[];
	mine: LeaderboardRow[];
}
/**
 * One player's place on a leaderboard.
 */
export interface LeaderboardRow {
	place: number;
	handle: string;
	name: string;
	points: number;
	games: number;
	provisional: boolean;
	you: boolean;
}
/**
 * The positions after the last move of an attempt, with the replies of the other seats.
 */
export interface LessonAnswer {
	steps: LessonStep[];
	refused: string;
	verdict?: LessonVerdict;
}
/**
 * A position as the lesson's seat sees it, and the game's events that led to it.
 */
export interface LessonStep {
	view: {
		[k: string]: unknown;
	};
	log: {
		[k: string]: unknown;
	}[];
}
/**
 * Whether the lesson was solved, and why.
 */
export interface LessonVerdict {
	solved: boolean;
	reason: string;
	rule: string;
	values: {
		[k: string]: string | number;
	};
}
/**
 * All moves that the learner has made since the lesson's position.
 */
export interface LessonAttempt {
	/**
	 * @minItems 1
	 * @maxItems 12
	 */
	moves: {
		[k: string]: unknown;
	}[];
}
/**
 * A game's lessons in the order of learning.
 */
export interface LessonList {
	lessons: string[];
	solved: string[];
}
/**
 * The position of a lesson.
 */
export interface LessonPosition {
	seat: number;
	options: {
		[k: string]: unknown;
	};
	start: LessonStep;
}
/**
 * A report to the administrators about a chat line of a shared replay.
 */
export interface LineReport {
	line: string;
	words: string;
}
/**
 * The secret part of a handover link.
 */
export interface Link {
	secret: string;
}
/**
 * The player who made a handover link.
 */
export interface LinkOwner {
	name: string;
}
/**
 * A matchmaking request; repeated every few seconds, as it expires otherwise.
 */
export interface RequestMatch {
	type: 'seek';
	id: string;
	game: string;
	mode: string;
	least: number;
	most: number;
	clock: 'none' | 'steps' | 'steps_day' | 'relaxed' | 'quick' | 'half_day' | 'day' | 'three_days';
	bots: boolean;
	salt?: string;
}
/**
 * The open tables: all (`whole`), or the new and changed ones, and the codes of those that are gone.
 */
export interface OpenTables {
	type: 'tables';
	whole: boolean;
	tables: OpenTable[];
	gone: string[];
	further: number;
}
/**
 * The state of a waiting matchmaking request; `people` wait for this game, mode and clock.
 */
export interface Waiting {
	type: 'waiting';
	id: string;
	people: number;
	needed: Needed[];
	offer?: Offer;
}
/**
 * A table of `seats` seats starts when `more` more people have come.
 */
export interface Needed {
	seats: number;
	more: number;
}
/**
 * An offer to all who wait for this game and clock to start now with those who agree.
 */
export interface Offer {
	id: string;
	seconds: number;
	people: number;
	agreed: number;
	seats: number;
	with_bots: number;
	answer: '' | 'people' | 'bots' | 'no';
}
/**
 * The request, or the one of another device that replaced it, was matched: the game is at this table.
 */
export interface MatchFound {
	type: 'found';
	id: string;
	table: string;
}
/**
 * The number of people connected to this site, and of the others who wait for a quick match.
 */
export interface Online {
	type: 'online';
	people: number;
	searching: Searching[];
}
/**
 * How many other people wait for a quick match of this game, mode and clock.
 */
export interface Searching {
	game: string;
	mode: string;
	clock: 'none' | 'steps' | 'steps_day' | 'relaxed' | 'quick' | 'half_day' | 'day' | 'three_days';
	people: number;
}
/**
 * The move or message changed nothing (`one_moment`: perhaps); `code` is a rule's number or an error's.
 *
 * `id` is the message's, or the `type` of a rematch's answer and of a choice to show the hand. After
 * `one_moment`, the same id can be sent again.
 */
export interface Refused {
	type: 'refused';
	id?: string;
	code: string;
}
/**
 * The answer to `ping`.
 */
export interface Pong {
	type: 'pong';
}
/**
 * The events of one move; `version` is the table's version after it (0: the start).
 */
export interface LogEntry {
	version: number;
	events: {
		[k: string]: unknown;
	}[];
	at?: number;
	caretaker?: true;
	abandoned?: true;
}
/**
 * The player's own data.
 */
export interface Me {
	who: string;
	name: string;
	cat:
		| 'tabby'
		| 'siamese'
		| 'tuxedo'
		| 'calico'
		| 'sphynx'
		| 'fold'
		| 'lynx'
		| 'persian'
		| 'bombay'
		| 'lion'
		| 'rex'
		| 'sailor';
	account: boolean;
	named: boolean;
	admin: boolean;
	open_reports: number;
	tables: MyTable[];
	security_events: SecurityEvent[];
}
/**
 * A table at which the player has a seat.
 */
export interface MyTable {
	code: string;
	game: string;
	status: 'open' | 'playing' | 'finished' | 'abandoned';
	others: string[];
}
/**
 * A change to the player's name or credentials that was made in another session.
 */
export interface SecurityEvent {
	id: number;
	kind: 'name' | 'password' | 'recovery' | 'codes' | 'device';
	before: string;
	after: string;
	device: string;
	at: string;
}
/**
 * A table that waits for the player: to act there, or to sit down.
 */
export interface MyTurn {
	code: string;
	since: string;
	until?: string;
	invitation: boolean;
}
/**
 * Credentials for registration and sign-in.
 */
export interface NamePassword {
	name: string;
	password: string;
}
/**
 * A request for a table that branches off a game.
 */
export interface NewBranch {
	ply?: number;
	seat: number;
	bots: string;
	salt?: string;
}
/**
 * The player's choice of a cat.
 */
export interface NewCat {
	cat:
		| 'tabby'
		| 'siamese'
		| 'tuxedo'
		| 'calico'
		| 'sphynx'
		| 'fold'
		| 'lynx'
		| 'persian'
		| 'bombay'
		| 'lion'
		| 'rex'
		| 'sailor';
}
/**
 * A browser's push subscription, in the browser's own form.
 */
export interface NewDevice {
	endpoint: string;
	p256dh: string;
	auth: string;
	language: 'en' | 'fr' | 'ja';
}
/**
 * A request to change the player's name.
 */
export interface NewName {
	name: string;
}
/**
 * The settings of a new night.
 */
export interface NewNight {
	game: string;
	seats: number;
	deals: number;
	people_per_table: number;
	bots: string;
	scoring: 'matchpoints' | 'points';
	clock: 'quick' | 'relaxed';
	minutes: number;
	public: boolean;
}
/**
 * A note at a move; it replaces the player's earlier note there.
 */
export interface NewNote {
	text: string;
	shared: boolean;
}
/**
 * The current password and its replacement.
 */
export interface NewPassword {
	password: string;
	new: string;
}
/**
 * Quiet hours as a player sets them; longer ones from before the limit remain.
 */
export interface NewQuietHours {
	zone: string;
	since: number;
	until: number;
}
/**
 * A player's contribution to the shuffle, sent after they have the table's commitment.
 */
export interface NewSalt {
	salt: string;
}
/**
 * The number of seats of a table, and the bot that fills empty ones at the start, "" for none.
 */
export interface NewSeats {
	seats: number;
	bots: string;
	terms?: TableSettings;
}
/**
 * Strict and immutable; stored as JSON. Missing keys have these defaults.
 */
export interface TableSettings {
	visibility: 'public' | 'link' | 'friends';
	clock: 'none' | 'steps' | 'steps_day' | 'relaxed' | 'quick' | 'half_day' | 'day' | 'three_days';
	hold: number;
	watching: 'nobody' | 'public' | 'hand';
	caretaker: boolean;
	memory: boolean;
	chat: boolean;
	/**
	 * @maxItems 3
	 */
	languages: ('en' | 'fr' | 'ja')[];
	link: string;
}
/**
 * A request to open a shared replay at a position.
 */
export interface NewSharedReplay {
	ply: number;
}
/**
 * The options and settings of a new table.
 */
export interface NewTable {
	game: string;
	seats: number;
	options: {
		[k: string]: unknown;
	};
	bots: string;
	terms: TableSettings;
	invite?: string;
	salt?: string;
}
/**
 * A request to play a deal: today's, or one of a day that is over, which is not ranked.
 */
export interface NewTry {
	day: string;
}
/**
 * A vote about a seat, or, without one, about the table's time.
 */
export interface NewVote {
	about?: number;
	wish: 'wait' | 'caretaker' | 'end' | 'pause' | 'go_on' | 'to_days' | 'to_live';
}
/**
 * A webhook for notifications of one table.
 */
export interface NewWebhook {
	url: string;
	language: 'en' | 'fr' | 'ja';
}
/**
 * The puzzle to solve next; it stays the same until it is answered.
 */
export interface NextPuzzle {
	standing: PuzzleStanding;
	puzzle?: PuzzleTask;
}
/**
 * A player's rating and counts in the puzzles of a game.
 */
export interface PuzzleStanding {
	points: number;
	answered: number;
	solved: number;
	streak: number;
	best_streak: number;
}
/**
 * A position as its seat sees it.
 */
export interface PuzzleTask {
	key: string;
	seat: number;
	options: {
		[k: string]: unknown;
	};
	theme: string;
	points: number;
	view: {
		[k: string]: unknown;
	};
}
/**
 * A deal. Its seed and results are shown once all tables have played it.
 */
export interface NightDeal {
	number: number;
	commitment: string;
	seed: string;
	tables: DealTable[];
}
/**
 * A night as its page shows it, the same for everybody.
 */
export interface NightInfo {
	settings: NightSettings;
	people: NightPlayer[];
	tables: NightTable[];
	deals: NightDeal[];
}
/**
 * A night's settings and progress.
 */
export interface NightSettings {
	code: string;
	game: string;
	seats: number;
	deals: number;
	people_per_table: number;
	bots: string;
	scoring: 'matchpoints' | 'points';
	clock: 'quick' | 'relaxed';
	minutes: number;
	public: boolean;
	status: 'open' | 'playing' | 'finished' | 'closed';
	host: string;
	host_who: string;
	people: number;
	capacity: number;
}
/**
 * A player of a night, with their result so far.
 */
export interface NightPlayer {
	who: string;
	name: string;
	table?: number;
	first_deal: number;
	total: number;
	rank: number;
	results: (number | null)[];
}
/**
 * One table's progress.
 */
export interface NightTable {
	number: number;
	deal: number;
	state: 'waiting' | 'playing' | 'done' | 'stopped';
	code: string;
}
/**
 * Nights that are open or played now, and the reader's last ones.
 */
export interface NightList {
	nights: NightSettings[];
	mine: NightSettings[];
	finished: NightSettings[];
}
/**
 * The night that a table belongs to.
 */
export interface NightOfTable {
	code: string;
	deal: number;
	deals: number;
	next: string;
	over: boolean;
}
/**
 * The parts of a night that have changed since the last such message; all of them at first.
 *
 * `tables` and `deals` then have only those that changed, which take the place of those with their numbers.
 */
export interface NightUpdate {
	type: 'night';
	settings?: NightSettings;
	people?: NightPlayer[];
	tables?: NightTable[];
	deals?: NightDeal[];
}
/**
 * A night, and who reads it.
 */
export interface NightView {
	info: NightInfo;
	you: string;
}
/**
 * A note of the reader's, or one that its author shares.
 */
export interface Note {
	seat: number;
	you: boolean;
	ply: number;
	text: string;
	shared: boolean;
}
/**
 * All notes of a game that the reader may see, by move.
 */
export interface Notes {
	notes: Note[];
}
/**
 * The game that a branched game continues or repeats.
 */
export interface OriginInfo {
	code: string;
	ply: number;
	duplicate: boolean;
}
/**
 * The administrators' page.
 */
export interface Overview {
	reports: ReportInfo[];
	bans: BanInfo[];
	acts: AuditEntry[];
}
/**
 * A report of a player, with the chat lines before it, of a card pack, or of a bug.
 */
export interface ReportInfo {
	id: number;
	by: string;
	about: string;
	gone: boolean;
	table: string;
	words: string;
	lines: {
		[k: string]: unknown;
	}[];
	problem: boolean;
	pack?: ReportedPack;
	at: string;
	settled: boolean;
}
/**
 * The card pack that a report is about.
 */
export interface ReportedPack {
	name: string;
	title: string;
	hidden: boolean;
}
/**
 * A pack with its cards, for its owner or a reader of its link.
 */
export interface OwnPack {
	code: string;
	name: string;
	game: string;
	title: string;
	language: string;
	cards: PlainCard[];
	mine: boolean;
	shared: boolean;
	hidden: boolean;
}
/**
 * A card of a player's pack.
 */
export interface PlainCard {
	text: string;
	letters: string;
}
/**
 * A card of a pack.
 */
export interface PackCard {
	texts: {
		[k: string]: string;
	};
	letters: string;
	sex: string;
}
/**
 * The cards of a player's pack, hidden or not.
 */
export interface PackCards {
	title: string;
	hidden: boolean;
	cards: string[];
}
/**
 * What is wrong with a line of a list.
 */
export interface PackFault {
	line: number;
	code:
		'empty' | 'long' | 'characters' | 'repeated' | 'letters' | 'fields' | 'format' | 'few' | 'many';
}
/**
 * The player's packs, the last changed first.
 */
export interface PackList {
	packs: PackSummary[];
	room: number;
}
/**
 * A pack of the player.
 */
export interface PackSummary {
	code: string;
	name: string;
	game: string;
	title: string;
	language: string;
	count: number;
	shared: boolean;
	hidden: boolean;
	changed: string;
}
/**
 * The cards of a list, with letters for those that have none, and its faults.
 */
export interface PackPreview {
	cards: PlainCard[];
	faults: PackFault[];
	made: number;
	dry_rate: number;
	memo: boolean;
}
/**
 * A report of a pack to the administrators.
 */
export interface PackReport {
	name: string;
	code: string;
	words: string;
}
/**
 * A pack of cards with texts.
 */
export interface PackTexts {
	name: string;
	title: string;
	memo: boolean;
	languages: string[];
	cards: PackCard[];
}
/**
 * The account's current password.
 */
export interface Password {
	password: string;
}
export interface PastDay {
	day: string;
	deals: PlayedDeal[];
}
/**
 * A deal of a past day, and the reader's score.
 */
export interface PlayedDeal {
	game: string;
	played: boolean;
	settled?: boolean;
	score?: number;
}
/**
 * A page of past days, the newest first.
 */
export interface PastDays {
	days: PastDay[];
	more: boolean;
}
/**
 * One seat of a running game.
 */
export interface PlayingSeat {
	name: string;
	bot: boolean;
	score?: number;
}
/**
 * Aggregated numbers only, no tables or opponents.
 */
export interface Profile {
	handle: string;
	name: string;
	you: boolean;
	account: boolean;
	since: string;
	ties: Relationship;
	played: GameTotals[];
}
/**
 * How the reader relates to another player. It does not reveal whether that player blocks the reader.
 */
export interface Relationship {
	follows: boolean;
	follows_me: boolean;
	blocked: boolean;
}
/**
 * The server's response to an attempt.
 */
export interface PuzzleAnswer {
	refused: string;
	outcome?: PuzzleOutcome;
}
/**
 * The result of an answer.
 */
export interface PuzzleOutcome {
	solved: boolean;
	moves: EvaluatedMove[];
	comparison: MoveComparison;
	change?: number;
	standing: PuzzleStanding;
}
/**
 * The move that the player thinks best.
 */
export interface PuzzleAttempt {
	move: {
		[k: string]: unknown;
	};
}
/**
 * A player's points before and after the game.
 */
export interface RatingChange {
	before: number;
	after: number;
}
/**
 * A reaction; it is not stored.
 */
export interface Reacted {
	type: 'reacted';
	seat: number;
	who: string;
	kind: 'smile' | 'love' | 'wow' | 'tear' | 'grumpy' | 'sleepy' | 'think' | 'paw';
}
/**
 * Whether the player is ready to start with the settings they saw.
 */
export interface Ready {
	ready: boolean;
	terms_key: string;
}
/**
 * The reason for an action: stored in the audit log, and shown to the people concerned.
 */
export interface Reason {
	why: string;
}
/**
 * A recovery code and the new password.
 */
export interface Recovery {
	name: string;
	code: string;
	new: string;
}
/**
 * A game related to another by branching.
 */
export interface RelatedGame {
	code: string;
	ply: number;
	duplicate: boolean;
	status: 'open' | 'playing' | 'finished' | 'abandoned';
	places: SeatPlace[];
}
/**
 * The result of one seat.
 */
export interface SeatPlace {
	name: string;
	score: number;
	place: number;
}
/**
 * A finished game with its origin and branches, for comparison.
 */
export interface RelatedGames {
	game: RelatedGame;
	origin?: RelatedGame;
	branches: RelatedGame[];
}
/**
 * All positions of a game: as all seats saw them once it is over, before as the reader's seat did.
 */
export interface Replay {
	table: ReplayTable;
	eyes: number[];
	start: ReplayStart;
	steps: ReplayStep[];
	result?: {
		[k: string]: unknown;
	};
	record?: {
		[k: string]: unknown;
	};
}
/**
 * The table's metadata, and the reader's role.
 */
export interface ReplayTable {
	code: string;
	game: string;
	options: {
		[k: string]: unknown;
	};
	seats: string[];
	people: ReplaySeat[];
	started?: string;
	finished?: string;
	status: 'finished' | 'running' | 'abandoned';
	you?: number;
	imported: boolean;
	branched?: Branched;
	repeatable?: boolean;
	players_only?: boolean;
}
/**
 * The player of one seat.
 */
export interface ReplaySeat {
	name: string;
	handle?: string;
	bot?: string;
	cat?:
		| 'tabby'
		| 'siamese'
		| 'tuxedo'
		| 'calico'
		| 'sphynx'
		| 'fold'
		| 'lynx'
		| 'persian'
		| 'bombay'
		| 'lion'
		| 'rex'
		| 'sailor';
}
/**
 * The position before the first move.
 */
export interface ReplayStart {
	view: {
		[k: string]: unknown;
	};
	own: {
		[k: string]: {
			[k: string]: unknown;
		};
	};
	log: {
		[k: string]: unknown;
	}[];
}
/**
 * One move and the changes it made.
 */
export interface ReplayStep {
	seat?: number;
	move?: {
		[k: string]: unknown;
	};
	by?: 'caretaker';
	hint?: boolean;
	at?: number;
	patch: {
		[k: string]: unknown;
	};
	own: {
		[k: string]: {
			[k: string]: unknown;
		};
	};
	log: {
		[k: string]: unknown;
	}[];
}
/**
 * A report to the administrators about a line, or about a player at a table.
 */
export interface Report {
	table: string;
	line?: string;
	seat?: number;
	words: string;
}
/**
 * A running game that others may watch.
 */
export interface RunningGame {
	code: string;
	game: string;
	seats: PlayingSeat[];
	clock: 'none' | 'steps' | 'steps_day' | 'relaxed' | 'quick' | 'half_day' | 'day' | 'three_days';
	progress: GameProgress;
	watching: number;
	friend: boolean;
	started_at: number;
}
/**
 * A page, over HTTP, of the games to watch.
 */
export interface RunningGames {
	games: RunningGame[];
	more: boolean;
}
/**
 * The answer to a request for a seat.
 */
export interface SeatAnswer {
	yes: boolean;
}
/**
 * The salt that this browser gave for the seat, as proof that it held it.
 */
export interface SeatClaim {
	salt: string;
}
/**
 * One player's clock, in milliseconds.
 */
export interface SeatClock {
	left?: number;
	bank: number;
}
/**
 * A seat, as everybody sees it.
 */
export interface SeatInfo {
	kind: 'empty' | 'person' | 'bot';
	name: string;
	cat:
		| 'tabby'
		| 'siamese'
		| 'tuxedo'
		| 'calico'
		| 'sphynx'
		| 'fold'
		| 'lynx'
		| 'persian'
		| 'bombay'
		| 'lion'
		| 'rex'
		| 'sailor';
	handle: string;
	account: boolean;
	ready: boolean;
	host: boolean;
	you: boolean;
	shows_hand: boolean;
	caretaker: boolean;
	salted: boolean;
	who: string;
	seen_deals: boolean;
	again: '' | 'no' | 'yes';
	rating?: RatingChange;
}
/**
 * A request to give a seat back to the browser that held it under another session.
 */
export interface SeatRequestInfo {
	seat: number;
	name: string;
	agreed: number[];
	refused: number[];
}
/**
 * The state of a request for a seat, for the requester.
 */
export interface SeatRequestState {
	state: 'waiting' | 'granted' | 'none';
}
/**
 * The presence of one player.
 */
export interface SeatStatus {
	lost: boolean;
	away: boolean;
	late: boolean;
	caretaker: boolean;
}
/**
 * The complete table; sent whenever it changes.
 */
export interface TableMessage {
	type: 'table';
	table: TableInfo;
}
/**
 * A table and its people, as one player sees them.
 */
export interface TableInfo {
	code: string;
	game: string;
	options: {
		[k: string]: unknown;
	};
	status: 'open' | 'playing' | 'finished' | 'abandoned';
	seats: SeatInfo[];
	bots: string;
	terms: TableSettings;
	terms_key: string;
	commitment: string;
	you_host: boolean;
	closed: string;
	rated: boolean;
	awaited: boolean;
	spectators_write: boolean;
	unattended: boolean;
	removed: '' | 'for_now' | 'for_good';
	kept_out: ExcludedPlayer[];
	invited: InvitedPlayer[];
	next: string;
	next_code: string;
	next_commitment: string;
	starting: boolean;
	branched?: OriginInfo;
	source_public: boolean;
	deal_name: string;
	hints: boolean;
}
/**
 * The table's spectators; sent when they change, and to newcomers if there are any.
 */
export interface Spectators {
	type: 'lookers_on';
	names: string[];
	count: number;
}
/**
 * The table's state apart from the game: presence, votes, pause. Sent whenever it changes.
 *
 * After the game: the presence of those who may want a rematch.
 */
export interface TableStatus {
	type: 'standing';
	paused: boolean;
	seats: {
		[k: string]: SeatStatus;
	};
	votes: VoteInfo[];
	request?: SeatRequestInfo;
	clocks?: {
		[k: string]: SeatClock;
	};
	resumes?: number;
}
/**
 * A vote about a seat, or about the table's time.
 */
export interface VoteInfo {
	about?: number;
	seat: number;
	wish: 'wait' | 'caretaker' | 'end' | 'pause' | 'go_on' | 'to_days' | 'to_live';
}
/**
 * The position: the full view, or a merge patch (RFC 7396) on the view of version `base`.
 */
export interface Update {
	type: 'update';
	version: number;
	turn?: number;
	base?: number;
	view?: {
		[k: string]: unknown;
	};
	patch?: {
		[k: string]: unknown;
	};
	log: LogEntry[];
	clocks?: {
		[k: string]: SeatClock;
	};
	substituted?: number[];
	step_left?: number;
	step_age?: number;
}
/**
 * The choice this move answered is gone; the current view follows.
 */
export interface Stale {
	type: 'stale';
	id: string;
	version: number;
}
/**
 * An open session of the player, for the player only.
 */
export interface SessionInfo {
	id: string;
	device: string;
	created_at: string;
	seen_at: string;
	this: boolean;
}
/**
 * Shows the position after `ply` moves to everyone; only for the leader.
 */
export interface Show {
	type: 'show';
	ply: number;
}
/**
 * The new shared replay.
 */
export interface SharedReplayLink {
	review: string;
}
/**
 * The state, sent whenever it changes.
 */
export interface SharedReplayState {
	type: 'review';
	replay: string;
	ply: number;
	leader: string;
	led: boolean;
	people: Viewer[];
	count: number;
}
/**
 * A player who is present.
 */
export interface Viewer {
	who: string;
	name: string;
	leads: boolean;
	you: boolean;
}
/**
 * Whether everybody who has the link may see and copy the pack.
 */
export interface Sharing {
	shared: boolean;
}
/**
 * Takes a seat.
 */
export interface Sit {
	salt: string;
	terms_key: string;
}
export interface SolvedLesson {
	game: string;
	lesson: string;
}
/**
 * Lessons that a guest has solved on this browser, to be stored with the account.
 */
export interface SolvedLessons {
	who: string;
	/**
	 * @maxItems 100
	 */
	solved: SolvedLesson[];
}
/**
 * Starts the game with the settings that the host saw.
 */
export interface Start {
	terms_key: string;
}
/**
 * The webhook without its secret parts; both empty if there is none.
 */
export interface WebhookInfo {
	kind: '' | 'discord' | 'slack' | 'ntfy';
	host: string;
}

/** The REST API under /api: response and body as JSON, names of the query parameters. */
export interface Operations {
	'POST /account': { response: Codes; body: NamePassword };
	'POST /account/codes': { response: Codes; body: Password };
	'POST /account/confirmation': { response: boolean; body: Password };
	'GET /account/data': { response: Record<string, unknown> };
	'POST /account/deletion': { response: boolean; body: Password };
	'PUT /account/password': { response: Me; body: NewPassword };
	'POST /account/recovery': { response: Me; body: Recovery };
	'GET /admin': { response: Overview };
	'POST /admin/bans': { response: Overview; body: BanRequest };
	'POST /admin/bans/{number}/lift': { response: Overview; body: Reason };
	'GET /admin/packs/{name}': { response: PackCards };
	'POST /admin/packs/{name}/hide': { response: Overview; body: Reason };
	'POST /admin/packs/{name}/show': { response: Overview; body: Reason };
	'GET /admin/reports/{number}/problem': { response: Record<string, unknown> };
	'POST /admin/reports/{number}/settle': { response: Overview; body: Reason };
	'POST /admin/tables/{code}/close': { response: Overview; body: Reason };
	'GET /commitments': { response: Commitments; query: 'day' | 'after' | 'commitment' };
	'GET /daily': { response: DailyDay; query: 'day' };
	'GET /daily/days': { response: PastDays; query: 'before' };
	'POST /daily/{game}': { response: TableInfo; body: NewTry };
	'GET /friends': { response: ContactList };
	'GET /games': { response: GameInfo[] };
	'GET /games/{game}/packs/{pack}': { response: PackTexts };
	'POST /handover': { response: Link };
	'POST /handover/look': { response: LinkOwner; body: Link };
	'POST /handover/take': { response: Me; body: Link };
	'GET /history': { response: History; query: 'mine' | 'players' | 'game' | 'since' | 'until' | 'zone' | 'after' };
	'GET /imports': { response: ImportList };
	'POST /imports': { response: ImportInfo; body: Record<string, unknown> };
	'DELETE /imports/{code}': { response: boolean };
	'GET /invitations': { response: Invitation[] };
	'DELETE /invitations/{code}': { response: Invitation[] };
	'GET /leaderboard/{game}': { response: Leaderboard; query: 'month' };
	'PUT /lessons/solved': { response: undefined; body: SolvedLessons };
	'GET /lessons/{game}': { response: LessonList };
	'GET /lessons/{game}/{lesson}': { response: LessonPosition };
	'POST /lessons/{game}/{lesson}/answer': { response: LessonAnswer; body: LessonAttempt };
	'GET /lobby/games': { response: RunningGames; query: 'skip' };
	'GET /lobby/tables': { response: FurtherTables; query: 'skip' | 'from_start' | 'game' };
	'GET /me': { response: Me; query: 'create' };
	'PATCH /me': { response: Me; body: NewName };
	'PUT /me/cat': { response: Me; body: NewCat };
	'GET /me/days': { response: AvailabilityInfo };
	'PUT /me/days': { response: AvailabilityInfo; body: NewQuietHours };
	'DELETE /me/security-events/{event}': { response: Me };
	'POST /me/vacations': { response: AvailabilityInfo; body: Vacation };
	'DELETE /me/vacations/{first}': { response: AvailabilityInfo };
	'GET /nights': { response: NightList };
	'POST /nights': { response: NightView; body: NewNight };
	'GET /nights/tables/{code}': { response: NightOfTable };
	'GET /nights/{code}': { response: NightView };
	'POST /nights/{code}/close': { response: NightView };
	'POST /nights/{code}/join': { response: NightView };
	'POST /nights/{code}/leave': { response: NightView };
	'POST /nights/{code}/start': { response: NightView };
	'GET /packs': { response: PackList };
	'POST /packs': { response: OwnPack; body: Record<string, unknown> };
	'POST /packs/preview': { response: PackPreview; body: Record<string, unknown> };
	'POST /packs/reports': { response: PackReport; body: PackReport };
	'GET /packs/{code}': { response: OwnPack };
	'PUT /packs/{code}': { response: OwnPack; body: Record<string, unknown> };
	'DELETE /packs/{code}': { response: boolean };
	'POST /packs/{code}/copies': { response: OwnPack };
	'PUT /packs/{code}/sharing': { response: OwnPack; body: Sharing };
	'GET /people': { response: Contact[]; query: 'name' };
	'GET /people/{handle}': { response: Profile };
	'PUT /people/{handle}/block': { response: Relationship };
	'DELETE /people/{handle}/block': { response: Relationship };
	'PUT /people/{handle}/follow': { response: Relationship };
	'DELETE /people/{handle}/follow': { response: Relationship };
	'POST /problems': { response: BugReport; body: BugReport };
	'GET /push/{device}': { response: DeviceInfo };
	'PUT /push/{device}': { response: DeviceInfo; body: NewDevice };
	'DELETE /push/{device}': { response: DeviceInfo };
	'GET /puzzles/{game}': { response: NextPuzzle };
	'POST /puzzles/{game}/{key}/answer': { response: PuzzleAnswer; body: PuzzleAttempt };
	'POST /replays/reviews/{code}/reports': { response: LineReport; body: LineReport };
	'GET /replays/{code}': { response: Replay };
	'GET /replays/{code}/analysis': { response: AnalysisStatus };
	'GET /replays/{code}/autopsy': { response: Record<string, unknown>[] };
	'GET /replays/{code}/branches': { response: RelatedGames };
	'POST /replays/{code}/branches': { response: TableInfo; body: NewBranch };
	'POST /replays/{code}/reviews': { response: SharedReplayLink; body: NewSharedReplay };
	'POST /reports': { response: Report; body: Report };
	'POST /session': { response: Me; body: NamePassword };
	'DELETE /session': { response: boolean };
	'GET /sessions': { response: SessionInfo[] };
	'DELETE /sessions': { response: SessionInfo[] };
	'DELETE /sessions/{session}': { response: SessionInfo[] };
	'POST /tables': { response: TableInfo; body: NewTable };
	'GET /tables/{code}': { response: TableInfo };
	'PUT /tables/{code}/caretaker': { response: Done; body: Caretaker };
	'PUT /tables/{code}/chat': { response: ChatSwitch; body: ChatSwitch };
	'POST /tables/{code}/hint': { response: Hint };
	'DELETE /tables/{code}/invitations/{handle}': { response: TableInfo };
	'DELETE /tables/{code}/kept_out/{who}': { response: TableInfo };
	'GET /tables/{code}/notes': { response: Notes };
	'PUT /tables/{code}/notes/{ply}': { response: Notes; body: NewNote };
	'DELETE /tables/{code}/notes/{ply}': { response: Notes };
	'PUT /tables/{code}/ready': { response: TableInfo; body: Ready };
	'GET /tables/{code}/record': { response: Record<string, unknown> };
	'PUT /tables/{code}/salt': { response: TableInfo; body: NewSalt };
	'POST /tables/{code}/seat-request': { response: SeatRequestState; body: SeatClaim };
	'GET /tables/{code}/seat-request': { response: SeatRequestState };
	'PUT /tables/{code}/seat-request': { response: Done; body: SeatAnswer };
	'PUT /tables/{code}/seats': { response: TableInfo; body: NewSeats };
	'PUT /tables/{code}/seats/{seat}': { response: TableInfo; body: Sit };
	'DELETE /tables/{code}/seats/{seat}': { response: TableInfo; query: 'who' | 'keep_out' };
	'POST /tables/{code}/start': { response: TableInfo; body: Start };
	'PUT /tables/{code}/terms': { response: TableInfo; body: TableSettings };
	'PUT /tables/{code}/votes': { response: Done; body: NewVote };
	'GET /tables/{code}/webhook': { response: WebhookInfo };
	'PUT /tables/{code}/webhook': { response: WebhookInfo; body: NewWebhook };
	'DELETE /tables/{code}/webhook': { response: WebhookInfo };
	'GET /turns': { response: MyTurn[] };
}
