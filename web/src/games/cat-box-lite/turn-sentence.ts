import type { SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import type { View } from './protocol.ts';

/** Who a sentence is about: the reader, or another player by name. */
export const about = ({ names, me }: SeatNames, seat: number): { who: 'you' | 'other'; name: string } => ({
	who: seat === me ? 'you' : 'other',
	name: names[seat] ?? ''
});

/** Whose turn it is. */
export function turnSentence(view: View, seatNames: SeatNames): string {
	if (view.result) return m.lite_over();
	return m.lite_turn(about(seatNames, view.to_act[0]!));
}
