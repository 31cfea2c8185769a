/** Sentences about the round so far, and about rounds and games that are over. */

import { formatList, formatRow } from '#lib/list-format.ts';
import { about, nameOrYou, type SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import { FAMILIES } from './board.ts';
import { durationText } from './duration.ts';
import { familyName } from './labels.ts';
import { moodName, packName } from './pack-names.ts';
import type { Family, Result, RoundSummary, View } from './protocol.ts';
import { familyOf } from './roles.ts';
import { catSentence, pawSentence } from './sentences.ts';
import { turnSentence } from './turn-sentence.ts';

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
	const { names, me } = seatNames;
	const named = result.winners.filter((seat) => seat !== me).map((seat) => names[seat] ?? '');
	return m.brain_won_together({
		who: named.length < result.winners.length ? 'you' : 'other',
		names: formatList(named)
	});
}

/** How long the cat has thought, in seconds: about each paw placed, and about the next one until now. */
export interface Thought {
	paws: readonly number[];
	now?: number;
}

/** The course of the round so far, for people who come late. */
export function recap(view: View, seatNames: SeatNames, thought: Thought): string[] {
	const { board } = view;
	if (!board) return [];
	return [
		catSentence(board, seatNames),
		board.pack && m.brain_recap_pack({ pack: packName(board.pack) }),
		board.clue_pack && m.brain_recap_clue_pack({ pack: packName(board.clue_pack) }),
		board.mood && m.brain_recap_mood({ mood: moodName(board.mood) }),
		...board.paws.map((at, paw) => pawSentence(paw, at)),
		thought.paws.length > 0 && m.brain_recap_thought({ times: formatRow(thought.paws.map(durationText)) }),
		thought.now !== undefined && m.brain_recap_thinking({ time: durationText(thought.now) }),
		board.gone.length > 0 && m.brain_recap_gone({ count: board.gone.length, numbers: numbers(board.gone) }),
		turnSentence(view, seatNames)
	].filter((sentence) => typeof sentence === 'string' && sentence !== '') as string[];
}

const numbers = (places: readonly number[]): string => formatList(places.map((place) => String(place + 1)));

/** How a round ended. The end of a game voids its round, too, even if its cat is still there. */
export function outcomeSentence(view: View, summary: RoundSummary, seatNames: SeatNames): string {
	const { outcome, board } = summary;
	const endedWithGame = view.result?.abandoned && summary === Object.values(view.ended).at(-1);
	return m.brain_outcome({
		outcome: outcome === 'void' && !endedWithGame ? 'cat_left' : outcome,
		...about(seatNames, board.cat)
	});
}

/** The points of a round by family or by seat; undefined in modes where all score the same as the outcome says. */
export function pointsSentence(
	view: View,
	{ outcome, board }: RoundSummary,
	seatNames: SeatNames
): string | undefined {
	if (outcome === 'void' || view.mode === 'discovery') return undefined;
	if (view.mode === 'moods') return m.brain_round_points({ points: board.points[board.cat] ?? 0 });
	if (view.families) return formatList(FAMILIES.map((family) => familyPoints(view, board.points, family)));
	return formatList(
		board.points.map((points, seat) => m.brain_points_of({ name: nameOrYou(seatNames, seat), points }))
	);
}

function familyPoints({ families = [] }: View, points: readonly number[], family: Family): string {
	return m.brain_points_of({ name: familyName(family), points: points[families.indexOf(family)] ?? 0 });
}
