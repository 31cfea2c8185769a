/** Texts of a seat's plate. */

import type { Mood } from '#art/cats.ts';
import type { View } from './protocol.ts';
import { formatList, formatRow } from '#lib/list-format.ts';
import { m } from '#messages';
import type { SeatNames } from '#lib/seat-names.ts';
import { colorName } from './sentences.ts';
import { amount } from '#lib/points.ts';

export function moodOf(view: View, seat: number): Mood {
	if (view.result) return view.result.winners.includes(seat) ? 'won' : 'asleep';
	if (view.to_act.includes(seat)) return 'thinking';
	const trickWon = view.current && Object.keys(view.current.cards).length === 0 && view.last?.winner === seat;
	return trickWon ? 'won' : 'awake';
}

/** The accessible name of the plate. */
export function playerLabel(view: View, seat: number, { names, me }: SeatNames): string {
	const { bid, won, score, lost, hand } = view.players[seat]!;
	const acting = view.to_act.includes(seat);
	return formatRow([
		seat === me ? m.cat_you() : names[seat],
		setAsideWords(view, seat),
		acting && view.phase !== 'set_aside' && (seat === me ? m.cat_your_turn() : m.cat_thinking()),
		bid !== undefined ? m.cat_won_of({ won, bid }) : m.cat_won({ count: won }),
		view.current?.leader === seat && m.cat_is_leading(),
		lost.length > 0 && m.cat_lost_colors({ colors: formatList(lost.map(colorName)) }),
		m.cat_cards_left({ count: hand }),
		m.cat_points({ count: score, points: amount(score) })
	]);
}

function setAsideWords(view: View, seat: number): string | undefined {
	if (view.phase !== 'set_aside') return undefined;
	return view.players[seat]!.set_aside ? m.cat_aside_is() : m.cat_aside_wait();
}
