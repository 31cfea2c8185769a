/** Why something cannot be chosen now, derived from the view and its legal moves; loaded when it is asked. */

import type { SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import { FAMILIES, mastersOf, votersFor } from './board.ts';
import type { View, Vote } from './protocol.ts';
import { familyOf, isCat } from './roles.ts';
import { turnSentence } from './turn-sentence.ts';

/** Returns why this vote, or the master on this place, cannot be chosen. */
export function whyNot(what: Vote, view: View, seatNames: SeatNames): string {
	const nothing = whyNothing(view, seatNames);
	if (nothing) return nothing;
	if (votersFor(view, what).includes(seatNames.me!)) return m.brain_why_voted();
	if (what === 'clue') return view.debate ? m.brain_why_clue() : turnSentence(view, seatNames);
	return whyNotMaster(view, seatNames, Number(what)) ?? turnSentence(view, seatNames);
}

/** Returns why nothing at all can be chosen; undefined if something can. */
function whyNothing(view: View, seatNames: SeatNames): string | undefined {
	const { me } = seatNames;
	if (me === undefined) return m.cat_why_looking();
	if (isCat(view, me) && !view.legal?.lay_out && !view.result) return m.brain_why_cat();
	return view.legal ? undefined : turnSentence(view, seatNames);
}

function whyNotMaster(view: View, { me }: SeatNames, place: number): string | undefined {
	const master = view.board && mastersOf(view, view.board)[place];
	if (master?.state === 'down') return m.brain_why_down();
	if (master?.state === 'gone') return m.brain_why_gone();
	return isPlaceOf(view, me!, place) ? m.brain_why_there() : undefined;
}

/** Whether the seat's token, or the totem of its family, is on a master. */
function isPlaceOf(view: View, seat: number, place: number): boolean {
	if (view.mode !== 'teams' && view.mode !== 'individual') return false;
	const family = familyOf(view, seat);
	return view.board?.places[family ? FAMILIES.indexOf(family) : seat] === place;
}
