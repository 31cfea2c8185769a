/** The protocol types of this game. */

import type { LogEntry as AnyEntry, Replay as AnyDocument } from '#lib/protocol.ts';
import type {
	CatInTheBoxDeclare,
	CatInTheBoxEvent as Event,
	CatInTheBoxMove as Move,
	CatInTheBoxView
} from '#lib/protocol.gen.ts';
import type { Frame as AnyFrame } from '#lib/replay/frames.ts';
import type { Replay as AnyReplay } from '#lib/replay/replay.svelte.ts';
import type { Table as AnyTable } from '#lib/table/table.svelte.ts';

export type {
	CatInTheBoxConsequence as Consequence,
	CatInTheBoxEvent as Event,
	CatInTheBoxRevealedHand as LateHand,
	CatInTheBoxLegal as Legal,
	CatInTheBoxMove as Move,
	CatInTheBoxParadoxView as ParadoxView,
	CatInTheBoxResultView as ResultView,
	CatInTheBoxRoundSummary as RoundSummary,
	CatInTheBoxSeatScore as SeatScore,
	CatInTheBoxTrickView as TrickView
} from '#lib/protocol.gen.ts';

export type Color = CatInTheBoxDeclare['color'];

/** The JSON schema cannot say that a dictionary has every key. */
export type View = CatInTheBoxView & { rows: Record<Color, number[]> };

/** The part of the view that only its seat sees. */
export type Own = Pick<View, 'hand' | 'aside' | 'legal'>;

export interface CatInTheBox {
	view: View;
	own: Own;
	event: Event;
	move: Move;
}

export type Table = AnyTable<CatInTheBox>;
export type LogEntry = AnyEntry<CatInTheBox>;
export type Replay = AnyReplay<CatInTheBox>;
export type Document = AnyDocument<CatInTheBox>;
export type Frame = AnyFrame<CatInTheBox>;
