/** Short scenes of what happened: the totems' throw, the dumpster, a mood. They can be skipped. */

import type { Event } from './protocol.ts';

type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>;

export type Scene =
	| { kind: 'throw'; event: EventOf<'decided'> }
	| { kind: 'dumpster'; event: EventOf<'masters_dumped'> }
	| { kind: 'mood'; event: EventOf<'round_dealt'>; mood: string };

const MOST = 2; // at once: more have gathered only while the page was away

/** Returns the scene of an event; undefined if it has none. */
function sceneOf(event: Event): Scene | undefined {
	switch (event.kind) {
		case 'decided':
			return event.clue_throw === undefined && event.card_throw === undefined
				? undefined
				: { kind: 'throw', event };
		case 'masters_dumped':
			return event.masters.length > 0 ? { kind: 'dumpster', event } : undefined;
		case 'round_dealt':
			return event.mood ? { kind: 'mood', event, mood: event.mood } : undefined;
		default:
			return undefined;
	}
}

/** Returns the last scenes of these events. */
export const scenesOf = (events: readonly Event[]): Scene[] =>
	events.flatMap((event) => sceneOf(event) ?? []).slice(-MOST);

/** The scenes that are being shown, one after the other. */
export class Scenes {
	#queue = $state.raw<readonly Scene[]>([]);
	#whenOver: (() => void)[] = [];

	get current(): Scene | undefined {
		return this.#queue[0];
	}

	/** Adds scenes; `whenOver` is called after the last one, at once if none is shown. */
	show(scenes: readonly Scene[], whenOver: () => void): void {
		this.#queue = [...this.#queue, ...scenes];
		this.#whenOver.push(whenOver);
		this.#goOn();
	}

	/** Ends the scene that is being shown. */
	next(): void {
		this.#queue = this.#queue.slice(1);
		this.#goOn();
	}

	#goOn(): void {
		if (!this.current) for (const call of this.#whenOver.splice(0)) call();
	}
}
