/** Sentences about events in the reader's language; loaded after the table is shown. */

import type { Event, LogEntry, View } from './protocol.ts';
import { formatList, formatRow, formatSentences } from '#lib/list-format.ts';
import { about, nameWithin, type SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import { linesOf, type Line } from './log.ts';
import { capital, colorName, turnSentence } from './sentences.ts';
import { amount, signed } from '#lib/points.ts';

/** The seats that share a win, after a colon. */
export const winnerNames = (winners: readonly number[], seatNames: SeatNames): string =>
	formatList(winners.map((seat) => nameWithin(seatNames, seat)));

function gameOver(scores: number[], winners: number[], seatNames: SeatNames): string {
	const score = amount(Math.max(...winners.map((seat) => scores[seat]!)));
	if (winners.length === 1) return m.cat_game_won({ ...about(seatNames, winners[0]!), score });
	return m.cat_game_shared({ names: winnerNames(winners, seatNames), score });
}

/** Describes an event in one or two sentences. */
export function eventSentence(event: Event, seatNames: SeatNames): string {
	switch (event.kind) {
		case 'round_opened': {
			const opened = m.cat_round_opened({ round: event.round + 1, rounds: seatNames.names.length });
			const revealed = event.revealed?.length
				? [m.cat_revealed({ cards: formatList(event.revealed.map(String)) })]
				: [];
			return formatSentences([opened, ...revealed, m.cat_starts(about(seatNames, event.start))]);
		}
		case 'card_set_aside':
			return m.cat_aside_done(about(seatNames, event.seat));
		case 'bid_made':
			return m.cat_bid_made({ ...about(seatNames, event.seat), tricks: event.tricks });
		case 'declared': {
			const say = event.lead ? m.cat_leads : m.cat_plays;
			const played = say({
				...about(seatNames, event.seat),
				card: event.card,
				color: colorName(event.color)
			});
			if (!event.lost) return played;
			const loses = m.cat_loses({ ...about(seatNames, event.seat), color: colorName(event.lost) });
			return formatSentences([played, loses]);
		}
		case 'trick_won':
			return m.cat_trick_won({ ...about(seatNames, event.seat), trick: event.trick + 1 });
		case 'paradox_caused':
			return m.cat_paradox({ ...about(seatNames, event.seat), cards: formatList(event.hand.map(String)) });
		case 'round_scored': {
			const points = event.points.map((points, seat) =>
				m.cat_score_of({ name: nameWithin(seatNames, seat), points: signed(points) })
			);
			return m.cat_round_scored({ round: event.round + 1, points: formatRow(points) });
		}
		case 'game_over':
			return gameOver(event.scores, event.winners, seatNames);
	}
}

/** Describes a line of the log. */
export const lineSentence = ({ event, seats }: Line, seatNames: SeatNames): string =>
	seats.length > 1 ? asideSentence(seats, seatNames) : eventSentence(event, seatNames);

/** Describes several seats that put a card aside one after another; the reader first, as languages have it. */
function asideSentence(seats: readonly number[], seatNames: SeatNames): string {
	const ordered = [...seats].sort((a, b) => Number(b === seatNames.me) - Number(a === seatNames.me));
	const names = formatList(ordered.map((seat) => nameWithin(seatNames, seat)));
	return capital(m.cat_aside_several({ names }));
}

/** The events of an update and whose turn it is, as one announcement for screen readers. */
export function announcement(entries: readonly LogEntry[], view: View, seatNames: SeatNames): string {
	const lines = linesOf(entries);
	const happened = lines.map((line) => lineSentence(line, seatNames));
	if (lines.at(-1)?.event.kind === 'game_over') return formatSentences(happened); // the last one says so
	return formatSentences([...happened, ended(turnSentence(view, seatNames))]);
}

function ended(text: string): string {
	return /[….?？]$/.test(text) ? text : m.cat_sentence({ text });
}
