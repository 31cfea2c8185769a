/** The types of Kibble on the wire, and the general types for this game. */

import type {
	KibbleEvent as Event,
	KibbleMove as Move,
	KibbleView as View
} from '#lib/protocol.gen.ts';
import type { Replay as AnyReplay } from '#lib/replay/replay.svelte.ts';
import type { Table as AnyTable } from '#lib/table/table.svelte.ts';

export type { Event, View };

export interface Kibble {
	view: View;
	own: Pick<View, 'legal'>;
	event: Event;
	move: Move;
}

export type Table = AnyTable<Kibble>;
export type Replay = AnyReplay<Kibble>;
