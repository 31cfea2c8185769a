/** The texts of card packs, loaded once each. */

import { ApiError } from '#lib/api.ts';

export interface PackTexts {
	name: string;
	memo: boolean;
	languages: string[]; // in which every card has a text, the pack's own first
	cards: { texts: Record<string, string>; letters: string; sex: string }[]; // card 1 first
}

const loading = new Map<string, Promise<PackTexts>>();

/** Returns the texts of a pack. Rejects with an ApiError; then the next call tries again. */
export function packTexts(name: string): Promise<PackTexts> {
	const known = loading.get(name);
	if (known) return known;
	const texts = load(name);
	loading.set(name, texts);
	texts.catch(() => loading.delete(name));
	return texts;
}

async function load(name: string): Promise<PackTexts> {
	const response = await fetch(`/api/games/braincat/packs/${encodeURIComponent(name)}`);
	if (!response.ok) throw new ApiError('internal');
	return (await response.json()) as PackTexts;
}

/** Returns a card's text in this language, else in the pack's own, and the language that it is in. */
export function cardText(pack: PackTexts, card: number, language: string): { text: string; lang: string } {
	const texts = pack.cards[card - 1]?.texts ?? {};
	const lang = language in texts ? language : (Object.keys(texts)[0] ?? language);
	return { text: texts[lang] ?? String(card), lang };
}
