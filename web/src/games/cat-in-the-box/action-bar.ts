/** Texts of the action bar: the question or the selected move, and its consequence. */

import type { Legal, Move, View } from './protocol.ts';
import { m } from '#messages';
import type { Selection } from './selection.ts';
import type { SeatNames } from '#lib/seat-names.ts';
import { colorName, consequenceSentence, turnSentence } from './sentences.ts';
import { spaceOf } from './labels.ts';

export interface Intent {
	title: string;
	note: string;
	action?: string; // label of the button; undefined without a move
	warn: boolean; // the move gives something up
}

export function intentOf(
	view: View,
	selection: Selection,
	move: Move | undefined,
	seatNames: SeatNames
): Intent {
	const asked: Intent = { title: turnSentence(view, seatNames), note: askNote(view), warn: false };
	switch (move?.kind) {
		case 'set_aside':
			return { ...asked, title: m.cat_intent_aside({ card: move.card }), action: m.cat_do_aside() };
		case 'bid':
			return {
				...asked,
				title: m.cat_intent_bid({ tricks: move.tricks }),
				action: m.cat_do_bid({ tricks: move.tricks })
			};
		case 'declare': {
			const consequence = view.legal!.declare![spaceOf(move.color, move.card)]!;
			return {
				title: declareTitle(view, move.card, colorName(move.color), consequence.loses),
				note: consequenceSentence(consequence),
				action: m.cat_do_declare(),
				warn: consequence.loses !== undefined || Object.values(consequence.keeps).includes(0)
			};
		}
	}
	if (selection.card === undefined || !view.legal) return asked;
	return {
		title: m.cat_intent_color({ card: selection.card }),
		note: m.cat_intent_color_note(),
		warn: false
	};
}

function declareTitle(view: View, card: number, color: string, loses: string | undefined): string {
	const led = view.current?.led;
	if (led === undefined) return m.cat_intent_lead({ card, color });
	const off = loses !== undefined || colorName(led) !== color;
	return off ? m.cat_intent_off({ card, color, led: colorName(led) }) : m.cat_intent_follow({ card, color });
}

function askNote(view: View): string {
	if (view.legal) return legalNote(view, view.legal);
	return view.aside !== undefined && view.phase === 'set_aside'
		? m.cat_wait_aside_mine({ card: view.aside })
		: '';
}

function legalNote(view: View, legal: Legal): string {
	if (legal.set_aside) return m.cat_turn_aside_note();
	if (legal.bid) return m.cat_turn_bid_note();
	return view.current?.led === undefined ? m.cat_turn_lead_note() : m.cat_turn_follow_note();
}
