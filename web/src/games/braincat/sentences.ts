/** Sentences that every page of a table shows. */

import { formatList } from '#lib/list-format.ts';
import { about, type SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import { modeName } from './labels.ts';
import type { Board, View } from './protocol.ts';
import { isAwaited } from './roles.ts';

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

/** Where a paw points; its number and that of the clue count from 1. */
export function pawSentence(paw: number, at: number): string {
	return paw === 0 ? m.brain_paw_blue({ clue: at + 1 }) : m.brain_paw_green({ paw: paw + 1, clue: at + 1 });
}
