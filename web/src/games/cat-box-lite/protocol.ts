/** The protocol types of this game. */

import type { LogEntry as AnyEntry, Replay as AnyDocument } from '#lib/protocol.ts';
import type {
	CatBoxLiteEvent as Event,
	CatBoxLiteMove as Move,
	CatBoxLiteView as View
} from '#lib/protocol.gen.ts';
import type { Replay as AnyReplay } from '#lib/replay/replay.svelte.ts';
import type { Table as AnyTable } from '#lib/table/table.svelte.ts';

export type {
	CatBoxLiteEvent as Event,
	CatBoxLiteLaidCard as LaidCard,
	CatBoxLiteMove as Move,
	CatBoxLiteResultView as Result,
	CatBoxLiteView as View
} from '#lib/protocol.gen.ts';

/** The part of the view that only its seat sees. */
type Own = Required<Pick<View, 'identity' | 'backs'>> & Pick<View, 'legal'>;

export interface CatBoxLite {
	view: View;
	own: Own;
	event: Event;
	move: Move;
}

export type Table = AnyTable<CatBoxLite>;
export type LogEntry = AnyEntry<CatBoxLite>;
export type Replay = AnyReplay<CatBoxLite>;
export type Document = AnyDocument<CatBoxLite>;
