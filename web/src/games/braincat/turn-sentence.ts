/** The sentence about the current step, which every page of a table shows. */

import type { SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import type { View } from './protocol.ts';

/** A seat in a sentence: the reader's own is "you". */
export const about = ({ names, me }: SeatNames, seat: number): { who: 'you' | 'other'; name: string } => ({
	who: seat === me ? 'you' : 'other',
	name: names[seat] ?? ''
});

const NOBODY = -1; // seat

/** What the game waits for. */
export function turnSentence({ phase, to_act, result, families }: View, seatNames: SeatNames): string {
	const [seat = NOBODY] = to_act;
	const over = result || seat === NOBODY;
	if (phase === 'pick' && !over) return m.brain_log_family_picks({ family: families![seat]! });
	return m.brain_log_turn({ phase: over ? 'over' : phase, ...about(seatNames, seat) });
}
