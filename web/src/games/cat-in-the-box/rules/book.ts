/** The rules as JSON, one file per language, loaded on demand. */

import { keepLoaded } from '#lib/loaded-files.ts';
import type { Locale } from '#lib/locale.ts';

export interface Ruling {
	title: string;
	text: string; // paragraphs are separated by an empty line
}

export type Group = 'set_up' | 'trick' | 'paradox' | 'scoring' | 'secrets';

export interface Book {
	ui: Record<'idea' | 'search' | 'none' | 'index' | 'examples', string>;
	groups: Record<Group, string>;
	table: Record<string, string>;
	rulings: Record<string, Ruling>; // by number: "C1" … "C22"
	examples: Record<string, Ruling>;
}

/** The rules below each heading. */
export const CONTENTS: readonly [Group, readonly string[]][] = [
	['set_up', ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7']],
	['trick', ['C8', 'C9', 'C10', 'C11', 'C12', 'C13', 'C14']],
	['paradox', ['C15', 'C16']],
	['scoring', ['C17', 'C18', 'C19', 'C20']],
	['secrets', ['C21', 'C22']]
];

const file = keepLoaded(import.meta.glob<Book>('../../../../messages/*/rules.json', { import: 'default' }));

export function openBook(locale: Locale): Book | Promise<Book> {
	return file(`../../../../messages/${locale}/rules.json`)!;
}

/** Whether a rule matches a search by number or words. */
export function isMatch(number: string, { title, text }: Ruling, searched: string): boolean {
	const wanted = searched.trim().toLowerCase();
	if (/^c\d+$/.test(wanted)) return number.toLowerCase() === wanted;
	return `${number} ${title} ${text}`.toLowerCase().includes(wanted);
}
