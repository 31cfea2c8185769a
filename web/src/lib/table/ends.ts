import { m } from '#messages';
import { explain } from '#lib/refusals.ts';

const TITLES: Record<string, () => string> = {
	table_not_found: m.lost_table_title,
	banned: m.banned_title,
	no_looking_on: m.closed_title,
	too_many_look_on: m.closed_title
};

/** What a page without its table says instead. */
export interface End extends Record<string, unknown> {
	title: string;
	text: string;
}

/** Whether this code means that there is nothing here for this person, now or later. */
export const isEnd = (code: string | undefined): code is string =>
	code !== undefined && code in TITLES;

export function endOf(code: string): End {
	const text = code === 'table_not_found' ? m.lost_table_text() : explain(code);
	return { title: (TITLES[code] ?? m.broken_title)(), text };
}
