/**
 * Derives the deals from the seed (engine/cat_in_the_box/deal.py) and compares them with the moves and
 * the replay.
 */

import { m } from '#messages';
import type { Finding, GameRecord } from '#lib/fairness/record.ts';
import { Stream } from '#lib/fairness/shuffle.ts';
import type { Document } from './protocol.ts';
import { shownDeals, type Deal } from './shown-deals.ts';

type Moves = GameRecord['moves'];

const SET_UP: Record<number, { numbers: number; dealt: number }> = {
	2: { numbers: 5, dealt: 10 },
	3: { numbers: 6, dealt: 10 },
	4: { numbers: 8, dealt: 10 },
	5: { numbers: 9, dealt: 9 }
};
const COPIES = 5;
const REVEALED = 3;

/** Returns the deal of a round (from 0). */
export function dealRound(seed: Uint8Array, seats: number, round: number): Deal {
	const { numbers, dealt } = SET_UP[seats]!;
	const deck = Array.from({ length: numbers * COPIES }, (_, i) => Math.floor(i / COPIES) + 1);
	const cards = new Stream(seed, `round:${round}`).shuffle(deck);
	const hands = Array.from({ length: seats }, (_, seat) => cards.slice(seat * dealt, (seat + 1) * dealt));
	const rest = cards.slice(seats * dealt);
	return seats === 2 ? { hands, revealed: rest.slice(0, REVEALED) } : { hands };
}

/** Checks for each round that the deal is the one shown and contains all cards that were played. */
export default function checkDeal(record: GameRecord, seed?: Uint8Array, replay?: Document): Finding[] {
	const shown = replay && shownDeals(replay);
	return roundsOf(record.moves).map((moves, at) => {
		const round = at + 1;
		const deal = seed ? dealRound(seed, record.seats.length, at) : (record.deals as Deal[] | undefined)?.[at];
		if (!deal) return { verdict: 'wrong', text: m.fairness_cat_no_deal({ round }) };
		const wrong = notDealt(record, moves, deal, round) ?? (shown && notShown(deal, shown[at], round));
		const text = wrong ?? m.fairness_cat_round({ round });
		return { verdict: wrong ? 'wrong' : 'right', text, cards: toRead(record, deal, round) };
	});
}

/** Splits the moves by round; a round begins when seats put cards aside. */
function roundsOf(moves: Moves): Moves[] {
	const begins = (at: number): boolean =>
		moves[at]![1].kind === 'set_aside' && moves[at - 1]?.[1].kind !== 'set_aside';
	const starts = moves.flatMap((_, at) => (begins(at) ? [at] : []));
	return starts.map((start, i) => moves.slice(start, starts[i + 1]));
}

/** Returns an error text if a seat used a card that it was not dealt. */
function notDealt({ seats }: GameRecord, moves: Moves, deal: Deal, round: number): string | undefined {
	const left = deal.hands.map((hand) => [...hand]);
	for (const [seat, { card }] of moves) {
		if (seat === null || typeof card !== 'number') continue;
		const at = left[seat]?.indexOf(card) ?? -1;
		if (at < 0) return m.fairness_cat_not_dealt({ round, name: seats[seat] ?? String(seat), card });
		left[seat]!.splice(at, 1);
	}
	return undefined;
}

/** Returns an error text if the replay shows other cards. */
function notShown(deal: Deal, shown: Deal | undefined, round: number): string | undefined {
	const same = shown && written(deal) === written(shown);
	return same ? undefined : m.fairness_cat_not_shown({ round });
}

const sorted = (cards: number[]): number[] => [...cards].sort((a, b) => a - b);

const written = ({ hands, revealed = [] }: Deal): string =>
	JSON.stringify([hands.map(sorted), sorted(revealed)]);

function toRead({ seats }: GameRecord, { hands, revealed }: Deal, round: number): Finding['cards'] {
	const line = (name: string, cards: number[]): string =>
		m.fairness_cards_of({ name, cards: sorted(cards).join(' ') });
	const lines = hands.map((hand, seat) => line(seats[seat]!, hand));
	if (revealed) lines.push(line(m.cat_revealed_short(), revealed));
	return { title: m.fairness_cat_cards({ round }), lines };
}
