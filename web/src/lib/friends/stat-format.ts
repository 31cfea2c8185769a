import { settings } from '#lib/settings.svelte.ts';

/** Formats numbers and months in the reader's language. */
export const average = (sum: number, count: number): string =>
	(count ? sum / count : 0).toLocaleString(settings.locale, { maximumFractionDigits: 1 });

export const share = (part: number, all: number): string =>
	(all ? part / all : 0).toLocaleString(settings.locale, { style: 'percent' });

/** Formats `2026-11`. */
export function monthName(month: string): string {
	const first = new Date(`${month}-01T00:00:00Z`);
	return first.toLocaleDateString(settings.locale, {
		month: 'long',
		year: 'numeric',
		timeZone: 'UTC'
	});
}
