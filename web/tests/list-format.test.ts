import { afterEach, expect, it } from 'vitest';
import { formatList, formatRow, formatSentences } from '#lib/list-format.ts';
import { overwriteGetLocale } from '#lib/locale.ts';

afterEach(() => overwriteGetLocale(() => 'en'));

it.each([
	['en', ['', 'Ada', 'Ada and Bo', 'Ada, Bo and Cy']],
	['fr', ['', 'Ada', 'Ada et Bo', 'Ada, Bo et Cy']],
	['ja', ['', 'Ada', 'Ada、Bo', 'Ada、Bo、Cy']]
] as const)('a list has one conjunction at most: %s', (locale, lists) => {
	overwriteGetLocale(() => locale);
	const names = ['Ada', 'Bo', 'Cy'];
	expect([0, 1, 2, 3].map((count) => formatList(names.slice(0, count)))).toEqual(lists);
});

it('isolates names that run from right to left', () => {
	expect(formatList(['עדה'])).toBe('\u2068עדה\u2069');
	expect(formatList(['עדה', 'Bo', 'عمر'])).toBe('\u2068עדה\u2069, Bo and \u2068عمر\u2069');
	expect(formatRow(['', 'עדה', false, 'Bo'])).toBe('\u2068עדה\u2069, Bo');
});

it.each([
	['en', 'One. Two.'],
	['fr', 'One. Two.'],
	['ja', 'One.Two.']
] as const)('Japanese has no space between sentences: %s', (locale, text) => {
	overwriteGetLocale(() => locale);
	expect(formatSentences(['One.', 'Two.'])).toBe(text);
	expect(`${formatSentences(['One.', ''])}Two.`).toBe(text);
});
