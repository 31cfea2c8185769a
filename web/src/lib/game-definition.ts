/** The interface that each game implements in `src/games/<game>/index.ts`. */

import type { Component } from 'svelte';
import type { Finding, GameRecord } from './fairness/record.ts';
import type { AnyGame, Game, GameInfo, GameTotals, Replay as ReplayDocument } from './protocol.ts';
import type { Replay, ReplayTexts } from './replay/replay.svelte.ts';
import type { Locale } from './locale.ts';
import type { Table } from './table/table.svelte.ts';

/** What a game provides. Each part is the default export of a module that is imported where the part is first used. */
export interface GameParts<G extends Game = AnyGame> {
	/** A drawing for the home page, hidden from screen readers. */
	picture: Component;
	/** The page of a running or finished game. */
	screen: Component<{ table: Table<G> }>;
	/** How a new table's options are edited; without it a game has none but a layout. */
	options?: GameOptions;
	/** The page of rules, scrolled to one of them if it is given. */
	rules: Component<{ rule?: string }>;
	/** Returns the text of a rule for lessons; undefined if there is no such rule. */
	ruling?: (rule: string, locale: Locale) => Promise<string | undefined>;
	/** How to play, above the full rules; without it a game has only its rules. */
	guide?: GameGuide<G>;
	/** What helps newcomers at a table; its texts are in the guide's catalogue. */
	help?: TableHelp<G>;
	replay: GameReplay<G>;
	/** A player's statistics in this game, besides the number of games and points. */
	stats: (played: GameTotals) => StatRow[];
	/** A move in a few words; undefined for an event that is no move. */
	moveLabel: (event: G['event']) => string | undefined;
	/**
	 * Derives the deals from the seed, or takes those written in the record if there is no seed, and compares
	 * them with the moves of the record and with the positions of the replay.
	 */
	checkDeal: (record: GameRecord, seed?: Uint8Array, replay?: ReplayDocument<G>) => Finding[];
}

export type PartLoaders<G extends Game = AnyGame> = {
	[Part in keyof GameParts]: () => Promise<{ default: NonNullable<GameParts<G>[Part]> }>;
};

export interface GameDefinition<G extends Game = AnyGame> extends PartLoaders<G> {
	/** One or two sentences for the home page. */
	pitch: () => string;
	/** The server's numbers of seats, and whether it has bots for this game: known before its list has loaded. */
	seats: readonly number[];
	hasBots: boolean;
	/** Whether the server says that the game has a card tracker. */
	hasMemory?: true;
	/** About how long a game takes. */
	minutes: number;
	/** How hard it is to learn. */
	level: 'easy' | 'medium';
}

/** What the texts of a guide are shown with. */
export interface GameGuide<G extends Game = AnyGame> {
	/** A position as this seat sees it, hidden from screen readers. */
	Picture: Component<{ view: G['view']; seat: number }>;
	/** The symbols of the table with these words. */
	Legend: Component<{ words: Record<string, string> }>;
	/** The lessons whose positions are shown, by section. */
	pictures: Record<string, string>;
}

/** A tip of the coach at a player's first table. */
export interface Tip<G extends Game = AnyGame> {
	key: string; // stored when the tip is over
	text: () => string;
	/** Whether its moment has come for this seat. */
	when: (view: G['view'], seat: number) => boolean;
	/** Selector, within the table, of what it points at; the tip waits until that is on the page. */
	at: (view: G['view'], seat: number) => string;
}

export interface TableHelp<G extends Game = AnyGame> {
	/** In the order of importance: of several whose moment has come, the first is shown. */
	tips: readonly Tip<G>[];
	/** Selectors of what the coach does not cover; where there is no room, it covers the last ones. */
	clear: readonly string[];
	/**
	 * The symbols of the table: a selector by key; of several that fit, the first one counts. The guide's catalogue has
	 * a text for each key among its symbols, its legend or its terms.
	 */
	symbols: Readonly<Record<string, string>>;
}

/** The better move and the other one in words, with a measure of both. */
export interface Comparison extends Record<string, string> {
	best: string;
	other: string;
	more: string; // the better move's points or percentage
	less: string;
}

/** What is known about moves, in words: the default export of `src/games/<game>/advice.ts`. */
export interface GameAdvice<G extends Game = AnyGame> {
	theme: (key: string) => string;
	/** The name of the points that are expected of a move. */
	points: () => string;
	chance: (name: string) => string;
	/** What these numbers mean. */
	numbers: () => string;
	/** Why one move is better than another; the measure is "points" or a chance. */
	comparison: (measure: string, values: Comparison) => string;
	/** A move in the position of this view in a few words. */
	moveWords: (view: G['view'], move: G['move']) => string;
}

/** The options of a new table by name; those left out have their defaults. */
export type TableOptions = Record<string, unknown>;

export interface OptionsFormProps {
	game: GameInfo;
	options: TableOptions;
	seats: number;
	onchange: (options: TableOptions) => void;
}

export type OptionRow = [what: string, value: string];

export interface GameOptions {
	/** Edits the options for this number of seats; `onchange` gets all of them. */
	Form: Component<OptionsFormProps>;
	/** Returns those of the game's numbers of seats that these options allow. */
	seatsFor: (options: TableOptions, seats: readonly number[]) => number[];
	/** Returns the options without those that do not fit this number of seats. */
	fitting: (options: TableOptions, seats: number) => TableOptions;
	modeName: (mode: string) => string;
	/** Returns a table's options in the reader's language. */
	describe: (options: TableOptions) => OptionRow[];
	/** Returns what is special about a seat; undefined if nothing is. */
	seatLabel: (options: TableOptions, seat: number) => string | undefined;
}

export type ReplayPart<G extends Game = AnyGame> = Component<{ replay: Replay<G> }>;

export interface GameReplay<G extends Game = AnyGame> extends ReplayTexts<G> {
	/** The table at the current position. */
	Scene: ReplayPart<G>;
	/** What the last move was chosen from, or how a round was scored. */
	ChoiceDetails: ReplayPart<G>;
	/** What is loaded after the first paint. */
	panels(this: void): Promise<ReplayPanels<G>>;
}

interface ReplayPanels<G extends Game = AnyGame> {
	MoveList: ReplayPart<G>;
	Charts: ReplayPart<G>;
}

export type StatRow = [name: string, value: string];
