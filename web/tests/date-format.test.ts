import { afterEach, describe, expect, it } from 'vitest';
import { dayName } from '#lib/daily/day-format.ts';
import { dateText, dateTimeText } from '#lib/date-format.ts';
import { overwriteGetLocale } from '#lib/locale.ts';

afterEach(() => overwriteGetLocale(() => 'en'));

describe('the first of a month', () => {
	it.each([
		['en', 'Tue, December 1'],
		['fr', 'mar. 1er décembre'],
		['ja', '12月1日(火)']
	] as const)('is an ordinal in French alone: %s', (locale, text) => {
		overwriteGetLocale(() => locale);
		expect(dayName('2026-12-01')).toBe(text);
	});

	it('is one in every French date, and no other day is', () => {
		overwriteGetLocale(() => 'fr');
		const options = { dateStyle: 'medium', timeZone: 'UTC' } as const;
		expect(dateText('2027-01-01', options)).toBe('1er janv. 2027');
		expect(dateText('2026-12-11', options)).toBe('11 déc. 2026');
		expect(dateText('2026-12-21', options)).toBe('21 déc. 2026');
		expect(dateTimeText(new Date(2026, 11, 1, 1, 1).getTime())).toMatch(/^1er déc\. 2026.* 01:01$/);
	});
});
