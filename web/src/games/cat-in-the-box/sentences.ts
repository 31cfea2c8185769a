/** Sentences about the game in the reader's language: options and reasons. */

import type { Consequence, View } from './protocol.ts';
import { getLocale } from '#lib/locale.ts';
import { formatList, formatRow, formatSentences } from '#lib/list-format.ts';
import { about, type SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import { cardReason, type CardReason, type SpaceReason } from './reasons.ts';
import { colorsFor } from './selection.ts';
import { COLORS, colorOf, numberOf, type Color, type Space } from './labels.ts';

/** A sentence and the number of its rule. */
export interface Reason {
	text: string;
	rule?: string;
}

const COLOR_NAMES: Record<Color, () => string> = {
	red: m.cat_red,
	blue: m.cat_blue,
	yellow: m.cat_yellow,
	green: m.cat_green
};

const FEW_SPACES = 2; // up to this number of cells a card is worth a warning

export function colorName(color: Color): string {
	return COLOR_NAMES[color]();
}

export function spaceName(space: Space): string {
	return m.cat_space({ color: colorName(colorOf(space)), number: numberOf(space) });
}

/** The round and trick of the game. */
export function progressSentence(view: View): string {
	const round = { round: view.round + 1, rounds: view.rounds };
	if (view.phase === 'over') return m.cat_progress_over(round);
	if (view.phase === 'set_aside') return m.cat_progress_set_up(round);
	if (view.phase === 'bid') return m.cat_progress_bid(round);
	return m.cat_progress({ ...round, trick: view.trick + 1, tricks: view.tricks });
}

/** Whose turn it is. */
export function turnSentence(view: View, seatNames: SeatNames): string {
	const { phase, to_act: toAct, legal, current } = view;
	if (phase === 'over') return m.cat_over();
	if (legal?.set_aside) return m.cat_turn_aside();
	if (legal?.bid) return m.cat_turn_bid();
	if (legal?.declare) {
		if (current?.led === undefined) return m.cat_turn_lead();
		return m.cat_turn_follow({ name: seatNames.names[current.leader]!, color: colorName(current.led) });
	}
	if (toAct.some((seat) => seat === seatNames.me)) return m.cat_answered(); // in a puzzle or a lesson
	const names = formatList(toAct.map((seat) => seatNames.names[seat]!));
	if (phase === 'set_aside') return m.cat_wait_aside({ names });
	return phase === 'bid' ? m.cat_wait_bid({ name: names }) : m.cat_wait_turn({ name: names });
}

/** Describes the consequence of a declaration. */
export function consequenceSentence({ loses, keeps }: Consequence): string {
	const counts = [...new Set(Object.values(keeps))].sort((a, b) => a - b);
	const scarce = counts.filter((count) => count <= FEW_SPACES).slice(0, 2);
	const kept = scarce.map((count) =>
		keptSentence(
			Object.keys(keeps).filter((card) => keeps[card] === count),
			count
		)
	);
	const rest = kept.length ? kept : [m.cat_keeps_all({ count: counts[0] ?? 0 })];
	return formatSentences(loses ? [m.cat_loses_now({ color: colorName(loses) }), ...rest] : rest);
}

/** Describes cards that are left with the same number of cells. */
function keptSentence(cards: string[], count: number): string {
	const [card, ...others] = cards;
	if (others.length > 0) {
		const several = { cards: formatList(cards), count };
		return count === 0 ? m.cat_keep_none(several) : m.cat_keep(several);
	}
	return count === 0 ? m.cat_keeps_none({ card: card! }) : m.cat_keeps({ card: card!, count });
}

export function capital(text: string): string {
	return text.charAt(0).toLocaleUpperCase(getLocale()) + text.slice(1);
}

/** The accessible name of a cell. */
export function spaceLabel(space: Space, reason: SpaceReason, picked: boolean, seatNames: SeatNames): string {
	const states = stateTexts(space, reason, seatNames);
	return formatRow([spaceName(space), ...states, picked && m.cat_label_picked()]);
}

function stateTexts(space: Space, reason: SpaceReason, seatNames: SeatNames): string[] {
	switch (reason.kind) {
		case 'open': {
			const { loses } = reason.consequence;
			const open = m.cat_label_open();
			return loses ? [open, m.cat_label_loses({ color: colorName(loses) })] : [open];
		}
		case 'taken':
			return [m.cat_label_taken(about(seatNames, reason.seat))];
		case 'blocked':
			return [m.cat_label_blocked()];
		case 'barred':
			return [reason.rule === 'C10' ? m.cat_label_red() : m.cat_label_lost()];
		case 'no_card':
			return [m.cat_label_no_card({ number: numberOf(space) })];
		case 'free':
			return [m.cat_label_free()];
	}
}

/** The accessible name of a card in the hand. */
export function cardLabel(view: View, card: number, count: number): string {
	const label = m.cat_label_card({ card, count });
	const reason = cardReason(view, card);
	if (reason.kind === 'shut') return formatRow([label, m.cat_label_shut()]);
	const colors = colorsFor(view.legal, card).map(colorName);
	return colors.length ? formatRow([label, m.cat_label_colors({ colors: formatList(colors) })]) : label;
}

/** The shortcut letters of the colors in the reader's language. */
export function localColorKeys(): Record<string, Color> {
	const letters = m.cat_key_letters().toLowerCase().split(' ');
	return Object.fromEntries(letters.map((letter, index) => [letter, COLORS[index]!]));
}

/** Explains why a cell cannot be declared now. */
export function whySpace(view: View, space: Space, reason: SpaceReason, seatNames: SeatNames): Reason {
	const name = spaceName(space);
	switch (reason.kind) {
		case 'taken':
			return {
				text: capital(m.cat_why_taken({ ...about(seatNames, reason.seat), space: name })),
				rule: 'C9'
			};
		case 'blocked':
			return {
				text: capital(m.cat_why_blocked({ space: name })),
				rule: view.revealed?.includes(numberOf(space)) ? 'C4' : 'C2'
			};
		case 'barred':
			if (reason.rule === 'C10') return { text: m.cat_why_red(), rule: 'C10' };
			return { text: m.cat_why_lost({ color: colorName(reason.color) }), rule: 'C11' };
		case 'no_card':
			return { text: m.cat_why_no_card({ number: numberOf(space) }), rule: 'C9' };
		default:
			return { text: formatSentences([capital(m.cat_why_free({ space: name })), notNow(view, seatNames)]) };
	}
}

/** Explains why a card cannot be selected now. */
export function whyCard(view: View, card: number, reason: CardReason, seatNames: SeatNames): Reason {
	if (reason.kind !== 'shut') return { text: notNow(view, seatNames) };
	const states = reason.spaces.map(([space, why]) =>
		m.fact({ what: colorName(colorOf(space)), value: formatRow(stateTexts(space, why, seatNames)) })
	);
	return { text: formatSentences([m.cat_why_card({ card }), capital(formatRow(states))]), rule: 'C9' };
}

function notNow(view: View, seatNames: SeatNames): string {
	if (seatNames.me === undefined) return m.cat_why_looking();
	if (view.phase === 'over') return m.cat_over();
	if (view.phase !== 'play') return view.seats === 2 ? m.cat_why_not_now_two() : m.cat_why_not_now();
	return m.cat_why_turn({ name: formatList(view.to_act.map((seat) => seatNames.names[seat]!)) });
}
