/**
 * The sound of an update: that of its most important event. The page plays the sound of the reader's
 * turn.
 */

import type { Event, LogEntry } from './protocol.ts';
import type { Sound } from '#lib/sound-synth.ts';

const SOUNDS: Partial<Record<Event['kind'], Sound>> = {
	game_over: 'win',
	paradox_caused: 'paradox',
	round_scored: 'score',
	trick_won: 'trick',
	declared: 'card'
};

export function soundOf(fresh: readonly LogEntry[]): Sound | undefined {
	const kinds = fresh.flatMap((entry) => entry.events).map((event) => event.kind);
	const loudest = (Object.keys(SOUNDS) as Event['kind'][]).find((kind) => kinds.includes(kind));
	return loudest && SOUNDS[loudest];
}
