/** The texts of cards; what shows them is updated when they have loaded. */

import { untilAnswered } from '#lib/api.ts';
import { getLocale } from '#lib/locale.ts';
import { m } from '#messages';
import type { PackTexts } from '#lib/protocol.gen.ts';
import { cardText, packTexts, type CardWriter } from './packs.ts';
import type { Board } from './protocol.ts';

let loaded = $state.raw<Record<string, PackTexts>>({}); // by pack
const requested = new Set<string>();
const RETRY_AFTER_MS = 5_000; // of a refused pack: its reader may have taken a seat

/** Returns a card's text for the reader; undefined until the pack is loaded, which this call begins. */
export function shownText(pack: string, card: number): { text: string; lang: string } | undefined {
	const texts = loaded[pack];
	if (texts) return cardText(texts, card, getLocale());
	if (!requested.has(pack)) void load(pack);
	return undefined;
}

/** Returns the title of a player's pack; undefined until it is loaded, and if nobody may see it. */
export function shownTitle(pack: string): string | undefined {
	shownText(pack, 1);
	return loaded[pack]?.title || undefined;
}

/** Loads a pack; until it is there, or if nobody may see it, cards are shown by number. */
async function load(pack: string): Promise<void> {
	requested.add(pack);
	const texts = await untilAnswered(
		() => packTexts(pack),
		() => undefined
	).catch(() => undefined);
	if (texts) loaded = { ...loaded, [pack]: texts };
	else setTimeout(() => requested.delete(pack), RETRY_AFTER_MS);
}

/** Writes the cards of a round in sentences. */
export function writerOf({ pack, clue_pack }: Pick<Board, 'pack' | 'clue_pack'>): CardWriter {
	const write = (from: string | undefined) => (card: number) => {
		const shown = from === undefined ? undefined : shownText(from, card);
		return shown ? m.brain_log_card_quoted(shown) : m.brain_log_card_number({ card });
	};
	return { master: write(pack), clue: write(clue_pack ?? pack) };
}
