/** Texts of the action bar: title, note and label of the button. */

import { m } from '#messages';
import { inOrder, showing, spotOf } from './area.ts';
import type { Choice } from './choice.svelte.ts';
import type { CountedCat } from './result-reveal.svelte.ts';
import type { Table, View } from './protocol.ts';
import { liteErrorMessage } from './error-messages.ts';
import type { SeatNames } from '#lib/seat-names.ts';
import { turnSentence } from './turn-sentence.ts';
import { colorName, coverWords, LETTER, type Color } from './labels.ts';

interface Moment {
	table: Table;
	view: View;
	choice: Choice;
	seatNames: SeatNames;
	counted: CountedCat | undefined; // after the game
	refused: string | undefined; // error code of the last move
}

export function titleOf({ view, choice, seatNames, counted, refused }: Moment): string {
	if (counted) return countSentence(counted, seatNames);
	if (refused) return liteErrorMessage(refused);
	if (!view.legal) return turnSentence(view, seatNames);
	if (!choice.card) return m.lite_choose_card();
	if (choice.place === undefined) return m.lite_choose_place({ count: choice.places.length });
	return m.lite_covers({ covers: coverWords(choice.covers) });
}

export function noteOf({ table, view, choice, seatNames, counted, refused }: Moment): string | undefined {
	if (table.held !== undefined) return m.cat_held();
	if (table.pending && table.connection !== 'open') return m.cat_away();
	if (view.legal && !choice.card && !counted && !refused)
		return view.hands[seatNames.me!]?.length ? m.lite_choose_side() : m.lite_choose_other();
	return choice.move && view.identity && inSight(view, choice, view.identity);
}

export function actionOf({ table, choice, counted, refused }: Moment): string | undefined {
	const rule = ruleOf(refused);
	if (counted) return m.lite_all_at_once();
	if (rule) return m.cat_why_rule({ rule });
	return choice.move || table.pending ? m.lite_lay() : undefined;
}

/** The rule that a refused move broke. */
export const ruleOf = (refused = ''): string | undefined => /^L\d+$/.exec(refused)?.[0];

function countSentence({ color, seat, ...sum }: CountedCat, { names, me }: SeatNames): string {
	const who = seat === undefined ? m.lite_nobody() : seat === me ? m.cat_you() : names[seat]!;
	return m.lite_counts({ who, color: colorName(color), ...sum });
}

/** Counts the visible cats of the reader's color now and after the chosen move. */
function inSight(view: View, choice: Choice, color: Color): string {
	const laid = inOrder(view.laid);
	const then = [...laid, { face: choice.face!, ...spotOf(choice.place!) }];
	const [now, after] = [laid, then].map((cards) => showing(cards, LETTER[color]).length);
	return m.lite_in_sight({ color: colorName(color), now: now!, then: after! });
}
