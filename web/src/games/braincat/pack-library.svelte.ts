/** The texts of cards as they are loaded: what reads them is shown again when they arrive. */

import { SvelteMap } from 'svelte/reactivity';
import { settings } from '#lib/settings.svelte.ts';
import { m } from '#messages';
import type { CardWriter } from './log-sentences.ts';
import { cardText, packTexts, type PackTexts } from './packs.ts';
import type { Board } from './protocol.ts';

const loaded = new SvelteMap<string, PackTexts>();

/** Returns a card's text for the reader; undefined until the pack is loaded, which this call begins. */
export function shownText(pack: string, card: number): { text: string; lang: string } | undefined {
	const texts = loaded.get(pack);
	if (texts) return cardText(texts, card, settings.locale);
	packTexts(pack).then(
		(texts) => loaded.set(pack, texts),
		() => undefined // the card's number is shown
	);
	return undefined;
}

/** Writes the cards of a round in sentences. */
export function writerOf({ pack, clue_pack }: Pick<Board, 'pack' | 'clue_pack'>): CardWriter {
	const write = (from: string | undefined) => (card: number) => {
		const shown = from === undefined ? undefined : shownText(from, card);
		return shown ? m.brain_log_card_quoted(shown) : m.brain_log_card_number({ card });
	};
	return { master: write(pack), clue: write(clue_pack ?? pack) };
}
