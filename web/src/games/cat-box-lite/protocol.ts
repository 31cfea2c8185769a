/** The wire's types of this game, and the table as it knows them. */

import type { LogEntry as AnyEntry } from '#lib/protocol.ts';
import type {
	CatBoxLiteEvent as Event,
	CatBoxLiteMove as Move,
	CatBoxLiteView as View
} from '#lib/protocol.gen.ts';
import type { Table as AnyTable } from '#lib/table.svelte.ts';

export type {
	CatBoxLiteColorScore as ColorScore,
	CatBoxLiteEvent as Event,
	CatBoxLiteLaidCard as LaidCard,
	CatBoxLiteMove as Move,
	CatBoxLiteResultView as Result,
	CatBoxLiteView as View
} from '#lib/protocol.gen.ts';

export type LogEntry = Omit<AnyEntry, 'events'> & { events: Event[] };

/** A table whose game is this one: its view, moves and events are of these types. */
export type Table = Omit<AnyTable, 'view' | 'log' | 'fresh' | 'pending' | 'play'> & {
	readonly view: View | undefined;
	readonly log: LogEntry[];
	readonly fresh: LogEntry[];
	readonly pending: Move | undefined;
	play(move: Move): void;
};

/** What a seat sees that nobody else does. */
export type Own = Required<Pick<View, 'identity' | 'backs'>> & Pick<View, 'legal'>;

/** Whoever loads this game's screen has looked at the game's key: so the table is one of these. */
export const asTable = (table: AnyTable): Table => table as unknown as Table;
