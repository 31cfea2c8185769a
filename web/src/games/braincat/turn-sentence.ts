/** The sentence about the current step, which every page of a table shows. */

import { about, type SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import type { View } from './protocol.ts';

const NOBODY = -1; // seat

/** What the game waits for. */
export function turnSentence(view: View, seatNames: SeatNames): string {
	const { phase, to_act, result, acting } = view;
	const [seat = NOBODY] = to_act;
	const over = result || seat === NOBODY;
	const [family, other] = acting?.to_act ?? [];
	if (!over && family && !other) return m.brain_log_family_acts({ phase, family });
	return m.brain_log_turn({ phase: over ? 'over' : phase, ...about(seatNames, seat) });
}
