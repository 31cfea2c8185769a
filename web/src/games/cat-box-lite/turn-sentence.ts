import { about, type SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import type { View } from './protocol.ts';

/** Whose turn it is. */
export function turnSentence(view: View, seatNames: SeatNames): string {
	if (view.result) return m.lite_over();
	return m.lite_turn(about(seatNames, view.to_act[0]!));
}
