import { afterEach, expect, it } from 'vitest';
import { formatList } from '#lib/list-format.ts';
import { overwriteGetLocale } from '#lib/locale.ts';

afterEach(() => overwriteGetLocale(() => 'en'));

it.each(['en', 'fr', 'ja'] as const)('lists have the form that browsers give them: %s', (locale) => {
	overwriteGetLocale(() => locale);
	const format = new Intl.ListFormat(locale, { type: 'conjunction' });
	for (const items of [[], ['Ada'], ['Ada', 'Bo'], ['Ada', 'Bo', 'Cy'], ['Ada', 'Bo', 'Cy', 'Di']])
		expect(formatList(items)).toBe(format.format(items));
});
