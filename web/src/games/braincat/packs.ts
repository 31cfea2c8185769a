/** The texts of card packs, loaded once each. */

import { requestWithSession } from '#lib/api.ts';
import type { PackTexts } from '#lib/protocol.gen.ts';

const loading = new Map<string, Promise<PackTexts>>();

/** Returns the texts of a pack. Rejects with an ApiError; then the next call tries again. */
export function packTexts(name: string): Promise<PackTexts> {
	const known = loading.get(name);
	if (known) return known;
	const texts = requestWithSession('GET /games/{game}/packs/{pack}', { game: 'braincat', pack: name });
	loading.set(name, texts);
	texts.catch(() => loading.delete(name));
	return texts;
}

/** Returns a card's text in this language, else in the pack's own, and the language that it is in. */
export function cardText(pack: PackTexts, card: number, language: string): { text: string; lang: string } {
	const texts = pack.cards[card - 1]?.texts ?? {};
	const lang = language in texts ? language : (Object.keys(texts)[0] ?? language);
	return { text: texts[lang] ?? String(card), lang };
}

/** Each returns a card's text in quotation marks, or its number while texts are not loaded. */
export interface CardWriter {
	master: (card: number) => string;
	clue: (card: number) => string;
}
