import type { Locale } from '#lib/locale.ts';
import { openBook } from './book.ts';

/** Returns the text of a rule; undefined if there is no such rule. */
export default async function ruling(rule: string, locale: Locale): Promise<string | undefined> {
	const { rulings } = await openBook(locale);
	return rulings[rule]?.text;
}
