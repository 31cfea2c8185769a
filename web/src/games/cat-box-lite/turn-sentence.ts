import { about, type SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import type { View } from './protocol.ts';

/** Whose turn it is. */
export function turnSentence(view: View, seatNames: SeatNames): string {
	if (view.result) return m.lite_over();
	const seat = view.to_act[0]!;
	if (seat === seatNames.me && !view.legal) return m.lite_answered(); // in a puzzle or a lesson
	return m.lite_turn(about(seatNames, seat));
}
