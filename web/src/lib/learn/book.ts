/** The texts of a game's lessons, one file per game and language, loaded on demand. */

import type { Locale } from '#lib/locale.ts';
import type { LessonVerdict } from '#lib/protocol.ts';

export interface LessonBook {
	words: Record<string, string>; // for values of reasons, such as colors
	lessons: Record<string, { title: string; task: string }>;
	reasons: Record<string, string>;
}

const BOOKS = import.meta.glob<LessonBook>('../../../messages/*/*-lessons.json', { import: 'default' });

/** Returns the texts of a game's lessons; undefined if this client has none. */
export const openLessons = (game: string, locale: Locale): Promise<LessonBook> | undefined =>
	BOOKS[`../../../messages/${locale}/${game}-lessons.json`]?.();

const SHORT = 120; // characters after which no further sentence follows

/** Returns the first sentences of a text. */
export function firstSentences(text: string): string {
	const [first = '', ...others] = text.match(/.+?(?:[.。!?！？]+[”»」)]*\s*|$)/gu) ?? [];
	return others.reduce((short, next) => (short.length < SHORT ? short + next : short), first).trim();
}

/** Returns the sentence of a verdict. */
export function reasonOf(book: LessonBook, { reason, values }: LessonVerdict, names: string[]): string {
	const text = book.reasons[reason] ?? '';
	return text.replace(/\{(\w+)\}/g, (_, key: string) => {
		if (key === 'name') return names[Number(values.seat)] ?? '';
		const value = values[key] ?? '';
		return book.words[value] ?? String(value);
	});
}
