/** Sentences about the current step, in the reader's language. */

import { formatList } from '#lib/list-format.ts';
import type { SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import { FAMILIES } from './board.ts';
import { familyName, modeName } from './labels.ts';
import { turnSentence } from './log-sentences.ts';
import { moodName, packName } from './pack-names.ts';
import type { Board, Family, Result, RoundSummary, View } from './protocol.ts';
import { familyOf, isAwaited } from './roles.ts';

const about = ({ names, me }: SeatNames, seat: number): { who: 'you' | 'other'; name: string } => ({
	who: seat === me ? 'you' : 'other',
	name: names[seat] ?? ''
});

/** Who the cat of the round is. */
export const catSentence = ({ cat }: Board, seatNames: SeatNames): string =>
	m.brain_log_cat_found(about(seatNames, cat));

/** The title of the table: round and mode. */
export function progressTitle(view: View): string {
	const mode = modeName(view.mode);
	if (view.result) return m.brain_title_over({ mode });
	return m.brain_title({ mode, round: Math.min(view.round + 1, view.rounds), rounds: view.rounds });
}

/** Who is still awaited, in a step of several seats; undefined in others and in those of families' votes. */
export function awaitedSentence(view: View, { names, me }: SeatNames): string | undefined {
	if (view.phase !== 'debate' && view.phase !== 'choice') return undefined;
	const awaited = view.to_act.filter((seat) => seat !== me && isAwaited(view, seat));
	return awaited.length > 0
		? m.brain_awaited({ names: formatList(awaited.map((seat) => names[seat] ?? '')) })
		: undefined;
}

/** The end of the game in one sentence. */
export function resultSentence(result: Result, view: View, seatNames: SeatNames): string {
	if (result.abandoned) return m.brain_abandoned();
	if (result.won !== undefined) return result.won ? m.brain_won_all() : m.brain_lost_all();
	const families = new Set(result.winners.map((seat) => familyOf(view, seat)));
	const [family] = families;
	if (family)
		return families.size > 1 ? m.brain_won_both() : m.brain_won_family({ family: familyName(family) });
	const [winner, ...others] = result.winners;
	if (winner === undefined) return m.brain_abandoned();
	if (others.length === 0) return m.brain_won(about(seatNames, winner));
	return m.brain_won_together({
		names: formatList(result.winners.map((seat) => seatNames.names[seat] ?? ''))
	});
}

/** The course of the round so far, for somebody who comes late. */
export function recap(view: View, seatNames: SeatNames): string[] {
	const { board } = view;
	if (!board) return [];
	return [
		catSentence(board, seatNames),
		board.pack && m.brain_recap_pack({ pack: packName(board.pack) }),
		board.clue_pack && m.brain_recap_clue_pack({ pack: packName(board.clue_pack) }),
		board.mood && m.brain_recap_mood({ mood: moodName(board.mood) }),
		...board.paws.map((at, paw) => pawSentence(paw, at)),
		board.gone.length > 0 && m.brain_recap_gone({ count: board.gone.length, numbers: numbers(board.gone) }),
		turnSentence(view, seatNames)
	].filter((sentence) => typeof sentence === 'string' && sentence !== '') as string[];
}

/** Where a paw points; its number and that of the clue count from 1. */
export function pawSentence(paw: number, at: number): string {
	return paw === 0 ? m.brain_paw_blue({ clue: at + 1 }) : m.brain_paw_green({ paw: paw + 1, clue: at + 1 });
}

const numbers = (places: readonly number[]): string => formatList(places.map((place) => String(place + 1)));

/** How a round ended. */
export function outcomeSentence({ outcome, board }: RoundSummary, { names }: SeatNames): string {
	return m.brain_outcome({ outcome, name: names[board.cat] ?? '' });
}

/** The points of a round by family or by seat; undefined in modes where all score the same as the outcome says. */
export function pointsSentence(
	view: View,
	{ outcome, board }: RoundSummary,
	{ names }: SeatNames
): string | undefined {
	if (outcome === 'void' || view.mode === 'discovery') return undefined;
	if (view.mode === 'moods') return m.brain_round_points({ points: board.points[board.cat] ?? 0 });
	if (view.families) return formatList(FAMILIES.map((family) => familyPoints(view, board.points, family)));
	return formatList(
		board.points.map((points, seat) => m.brain_points_of({ name: names[seat] ?? '', points }))
	);
}

function familyPoints({ families = [] }: View, points: readonly number[], family: Family): string {
	return m.brain_points_of({ name: familyName(family), points: points[families.indexOf(family)] ?? 0 });
}
