/**
 * Derives the deal from the seed (engine/cat_box_lite/deal.py) and compares it with the moves and the
 * replay.
 */

import { m } from '#messages';
import type { Finding, GameRecord } from '#lib/fairness/record.ts';
import { Stream } from '#lib/fairness/shuffle.ts';
import type { Document } from './protocol.ts';
import { DECK, type Card } from './deck.ts';
import { shownGame, type Course } from './shown-game.ts';
import { COLORS, colorName, faceWords, type Color } from './labels.ts';

type Written = [number: number, up: 'a' | 'b'];

export interface Deal {
	identities: Color[]; // by seat
	cards: Written[]; // the removed card, two for each seat, the first card played, then the pile
}

const HAND = 2;

export function dealAll(seed: Uint8Array, seats: number): Deal {
	const identities = new Stream(seed, 'identities').shuffle(COLORS).slice(0, seats);
	const deck = new Stream(seed, 'deck').shuffle([...DECK.keys()]);
	const sides = new Stream(seed, 'sides');
	return { identities, cards: deck.map((number) => [number, sides.below(2) ? 'b' : 'a']) };
}

export default function checkDeal(record: GameRecord, seed?: Uint8Array, replay?: Document): Finding[] {
	const [deal] = seed
		? [dealAll(seed, record.seats.length)]
		: ([record.deals].flat() as (Deal | undefined)[]);
	if (!deal) return [{ verdict: 'wrong', text: m.fairness_lite_no_deal() }];
	const course = follow(record, deal);
	const wrong = typeof course === 'string' ? course : replay && notShown(course, shownGame(replay));
	const verdict = wrong ? 'wrong' : 'right';
	return [{ verdict, text: wrong ?? m.fairness_lite_deal(), cards: toRead(record, deal) }];
}

const sidesOf = ([number, up]: Written): Card => {
	const [a, b] = DECK[number]!;
	return up === 'a' ? [a, b] : [b, a];
};

function handsOf(cards: Card[], seats: number): Card[][] {
	return Array.from({ length: seats }, (_, seat) => cards.slice(1 + HAND * seat, 1 + HAND * (seat + 1)));
}

/**
 * Replays the moves with these cards; returns an error text if a move plays a card that was not there
 * (L7, L10).
 */
function follow({ seats, moves }: GameRecord, { identities, cards: written }: Deal): Course | string {
	const cards = written.map(sidesOf);
	const hands = handsOf(cards, seats.length);
	const [first, ...pile] = cards.slice(1 + HAND * seats.length);
	const laid = [first![0]];
	for (const [seat, { kind, holder, slot, face }] of moves) {
		if (kind !== 'place') continue;
		const [card] = hands[holder as number]?.splice(slot as number, 1) ?? [];
		if (!card) return m.fairness_lite_not_dealt({ name: seats[seat ?? -1] ?? '' });
		laid.push(card[face === 'public' ? 0 : 1]);
		hands[holder as number]!.push(...pile.splice(0, 1));
	}
	return { identities, hands: handsOf(cards, seats.length), laid };
}

/** Returns an error text if the replay shows something else. */
function notShown(course: Course, shown: Course): string | undefined {
	return JSON.stringify(course) === JSON.stringify(shown) ? undefined : m.fairness_lite_not_shown();
}

function toRead({ seats }: GameRecord, { identities, cards }: Deal): Finding['cards'] {
	const lines = handsOf(cards.map(sidesOf), seats.length).map((hand, seat) => {
		const read = hand.map((card) => card.map(faceWords).join(' / ')).join(' · ');
		return m.fairness_lite_of({ name: seats[seat]!, color: colorName(identities[seat]!), cards: read });
	});
	return { title: m.fairness_lite_cards(), lines };
}
