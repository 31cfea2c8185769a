/** The rules as JSON, one file per language, loaded on demand. */

import { keepLoaded } from '#lib/loaded-files.ts';
import type { Locale } from '#lib/locale.ts';

interface Ruling {
	title: string;
	text: string; // paragraphs are separated by an empty line
}

export type Group = 'packs' | 'round' | 'discovery' | 'moods' | 'teams' | 'individual' | 'secrets' | 'table';

export interface Book {
	ui: Record<'idea' | 'index', string>;
	groups: Record<Group, string>;
	rulings: Record<string, Ruling>; // by number: "B1" … "B36"
}

/** The first and the last rule below each heading. */
const RANGES: readonly [Group, first: number, last: number][] = [
	['packs', 1, 5],
	['round', 6, 10],
	['discovery', 11, 16],
	['moods', 17, 19],
	['teams', 20, 25],
	['individual', 26, 30],
	['secrets', 31, 31],
	['table', 32, 36]
];

/** The rules below each heading. */
export const CONTENTS: readonly [Group, readonly string[]][] = RANGES.map(([group, first, last]) => [
	group,
	Array.from({ length: last - first + 1 }, (_, index) => `B${first + index}`)
]);

const file = keepLoaded(
	import.meta.glob<Book>('../../../../messages/*/braincat-rules.json', { import: 'default' })
);

export function openBook(locale: Locale): Book | Promise<Book> {
	return file(`../../../../messages/${locale}/braincat-rules.json`)!;
}
