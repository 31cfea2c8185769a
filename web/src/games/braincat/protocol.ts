/** The protocol types of this game. */

import type { LogEntry as AnyEntry, Replay as AnyDocument } from '#lib/protocol.ts';
import type {
	BraincatEvent as Event,
	BraincatMove as Move,
	BraincatView as View,
	BraincatVote
} from '#lib/protocol.gen.ts';
import type { Frame as AnyFrame } from '#lib/replay/frames.ts';
import type { Replay as AnyReplay } from '#lib/replay/replay.svelte.ts';
import type { Table as AnyTable } from '#lib/table/table.svelte.ts';

export type {
	BraincatBoard as Board,
	BraincatEvent as Event,
	BraincatLegal as Legal,
	BraincatMove as Move,
	BraincatResultView as Result,
	BraincatRoundSummary as RoundSummary,
	BraincatView as View
} from '#lib/protocol.gen.ts';

/** The part of the view that only its seat sees. */
type Own = Pick<View, 'mystery' | 'mystery_as_number' | 'master_cards' | 'family_votes' | 'legal'>;

export interface Braincat {
	view: View;
	own: Own;
	event: Event;
	move: Move;
}

export type Family = 'red' | 'blue';
/** What a seat may vote for; masters are written as text. */
export type Vote = BraincatVote['choice'];

export type Table = AnyTable<Braincat>;
export type LogEntry = AnyEntry<Braincat>;
export type Replay = AnyReplay<Braincat>;
export type Document = AnyDocument<Braincat>;
export type Frame = AnyFrame<Braincat>;
