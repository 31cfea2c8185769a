/** When the rules forbid a player to write in the chat (B10). */

import { m } from '#messages';
import type { View } from './protocol.ts';
import { isCat } from './roles.ts';

const BEFORE_THE_CARDS: readonly View['phase'][] = ['cat', 'pack', 'clue_pack'];

/** Why a seat may not write now; undefined if it may. */
export function chatClosedReason(view: View, me: number | undefined): string | undefined {
	if (!view.board || view.result || BEFORE_THE_CARDS.includes(view.phase)) return undefined;
	if (isCat(view, me)) return m.brain_chat_cat();
	if (view.board.mood === 'M5') return m.brain_chat_sulky();
	return view.phase === 'paw' ? m.brain_chat_paw() : undefined;
}
