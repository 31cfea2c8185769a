import { loadPart } from '#games/registry.ts';
import type { GameGuide, GameParts } from '#lib/game-definition.ts';
import type { Locale } from '#lib/locale.ts';
import { openGuide, type GuideBook } from './guide-book.ts';

interface OpenedRules {
	howToPlay?: { guide: GameGuide; book: GuideBook };
	Rules?: GameParts['rules'];
}

/** What the page of rules is opened with. */
export interface RulesPage {
	game: string;
	full: boolean;
	locale: Locale;
	opened: OpenedRules | undefined; // undefined if they could not be loaded
}

/** Loads how to play, or the rules with their texts if they are wanted or the game has nothing else. */
export async function openRules(game: string, full: boolean, locale: Locale): Promise<OpenedRules> {
	const [guide, book] = full ? [] : await Promise.all([loadPart(game, 'guide'), openGuide(game, locale)]);
	if (guide && book) return { howToPlay: { guide, book } };
	const [Rules, ruling] = await Promise.all([loadPart(game, 'rules'), loadPart(game, 'ruling')]);
	await ruling?.('', locale); // loads the texts
	return { Rules };
}
