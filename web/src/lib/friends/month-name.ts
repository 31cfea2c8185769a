import { getLocale } from '#lib/locale.ts';

/** Formats `2026-11` in the reader's language. */
export function monthName(month: string): string {
	const first = new Date(`${month}-01T00:00:00Z`);
	return first.toLocaleDateString(getLocale(), {
		month: 'long',
		year: 'numeric',
		timeZone: 'UTC'
	});
}
