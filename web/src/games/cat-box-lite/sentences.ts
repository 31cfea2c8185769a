/** The table in words, in the reader's language. */

import { formatList } from '#lib/list-format.ts';
import { m } from '#messages';
import type { Event, LogEntry, View } from './protocol.ts';
import { colorName, coverWords, faceWords } from './labels.ts';

/** Whom the sentences speak of, and to whom. */
export interface Company {
	names: readonly string[];
	me: number | undefined; // the reader's seat
}

const about = ({ names, me }: Company, seat: number): { who: 'you' | 'other'; name: string } => ({
	who: seat === me ? 'you' : 'other',
	name: names[seat] ?? ''
});

/** Whose hand, inside a sentence. */
const handOf = ({ names, me }: Company, seat: number): string =>
	seat === me ? m.lite_your_hand() : m.lite_hand_of({ name: names[seat] ?? '' });

export function eventSentence(event: Event, company: Company): string {
	switch (event.kind) {
		case 'game_opened':
			return `${m.lite_opened({ face: faceWords(event.face) })} ${m.lite_starts(about(company, event.start))}`;
		case 'placed': {
			const { column, row } = event;
			const where = { column, row, covers: coverWords(event.covers), face: faceWords(event.face) };
			if (event.holder === event.seat) return m.lite_placed({ ...about(company, event.seat), ...where });
			return m.lite_placed_other({
				...about(company, event.seat),
				...where,
				hand: handOf(company, event.holder)
			});
		}
		case 'drawn':
			return m.lite_drawn({ ...about(company, event.seat), face: faceWords(event.face) });
		case 'game_over': {
			const were = event.identities.map((color, seat) =>
				m.lite_was({ ...about(company, seat), color: colorName(color), score: event.scores[seat]! })
			);
			return [...were, wonSentence(event.winners, company)].join(' ');
		}
	}
}

export function wonSentence(winners: readonly number[], company: Company): string {
	const [winner, ...others] = winners;
	if (others.length === 0) return m.lite_won(about(company, winner!));
	return m.lite_won_together({ names: formatList(winners.map((seat) => company.names[seat]!)) });
}

export function turnSentence(view: View, company: Company): string {
	if (view.result) return m.lite_over();
	return m.lite_turn(about(company, view.to_act[0]!));
}

/** Everything one update brought, then whose turn it is: one thing to be read aloud. */
export function announcement(entries: readonly LogEntry[], view: View, company: Company): string {
	const happened = entries.flatMap((entry) => entry.events).map((event) => eventSentence(event, company));
	return [...happened, turnSentence(view, company)].join(' ');
}
