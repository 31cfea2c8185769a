/** Sentences about events in the reader's language. */

import { formatList, formatSentences } from '#lib/list-format.ts';
import { amount } from '#lib/points.ts';
import { about, type SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import type { Event, LogEntry, View } from './protocol.ts';
import { colorName, coverWords, faceWords } from './labels.ts';
import { turnSentence } from './turn-sentence.ts';

/** The owner of a hand, inside a sentence. */
const handOf = ({ names, me }: SeatNames, seat: number): string =>
	seat === me ? m.lite_your_hand() : m.lite_hand_of({ name: names[seat] ?? '' });

export function eventSentence(event: Event, seatNames: SeatNames): string {
	switch (event.kind) {
		case 'game_opened':
			return formatSentences([
				m.lite_opened({ face: faceWords(event.face) }),
				m.lite_starts(about(seatNames, event.start))
			]);
		case 'placed': {
			const where = { covers: coverWords(event.covers), face: faceWords(event.face) };
			if (event.holder === event.seat) return m.lite_placed({ ...about(seatNames, event.seat), ...where });
			return m.lite_placed_other({
				...about(seatNames, event.seat),
				...where,
				hand: handOf(seatNames, event.holder)
			});
		}
		case 'drawn':
			return m.lite_drawn({ ...about(seatNames, event.seat), face: faceWords(event.face) });
		case 'game_over': {
			const were = event.identities.map((color, seat) =>
				m.lite_was({ ...about(seatNames, seat), color: colorName(color), score: event.scores[seat]! })
			);
			return formatSentences([...were, wonSentence(event.winners, seatNames)]);
		}
	}
}

/** Where a card was placed, for those who do not see the board; empty for other events. */
export const placeSentence = (event: Event): string =>
	event.kind === 'placed' ? m.lite_placed_at({ column: amount(event.column), row: amount(event.row) }) : '';

export function wonSentence(winners: readonly number[], seatNames: SeatNames): string {
	const [winner, ...others] = winners;
	if (others.length === 0) return m.lite_won(about(seatNames, winner!));
	const { names, me } = seatNames;
	return m.lite_won_together({
		names: formatList(winners.map((seat) => (seat === me ? m.cat_you_slot() : names[seat]!)))
	});
}

/** The events of an update and whose turn it is, as one announcement for screen readers. */
export function announcement(entries: readonly LogEntry[], view: View, seatNames: SeatNames): string {
	const events = entries.flatMap((entry) => entry.events);
	const happened = events
		.flatMap((event) => [eventSentence(event, seatNames), placeSentence(event)])
		.filter(Boolean);
	const isOver = events.at(-1)?.kind === 'game_over'; // its sentence says so
	if (isOver || !(view.to_act.length || view.result)) return formatSentences(happened);
	return formatSentences([...happened, turnSentence(view, seatNames)]);
}
