import { afterEach, describe, expect, it } from 'vitest';
import { overwriteGetLocale } from '#lib/locale.ts';
import { loadTexts, text, type Text } from '#lib/text.ts';
import { m } from '#messages';
import { readMessages } from '../tools/catalogues.mjs';

afterEach(() => overwriteGetLocale(() => 'en'));

describe('a text', () => {
	const tables: Text = ['count#', { one: '{count} table', '*': '{count} tables' }];

	it('contains the values of its inputs, and braces in them as they are', () => {
		expect(text(-1, '{name}’s table: {all}, {name}', { name: '{all}', all: 3 })).toBe(
			'{all}’s table: 3, {all}'
		);
	});

	it('isolates inputs that run from right to left, once', () => {
		const said = (name: string): string => text(-1, 'Bo and {name}, 3', { name });
		for (const name of ['דוד', 'Ada דוד', 'عمر', '\u{1e905}'])
			expect(said(name)).toBe(`Bo and \u2068${name}\u2069, 3`);
		expect(said('\u2068דוד\u2069, Cy')).toBe('Bo and \u2068דוד\u2069, Cy, 3');
		expect(said('Zoë 猫 🐈')).toBe('Bo and Zoë 猫 🐈, 3');
	});

	it('is chosen by the plural form of its language', () => {
		expect([0, 1, 2].map((count) => text(-1, tables, { count }))).toEqual([
			'0 tables',
			'1 table',
			'2 tables'
		]);
		overwriteGetLocale(() => 'fr');
		expect(text(-1, tables, { count: 0 })).toBe('0 table');
	});

	it('is chosen by one value after another', () => {
		const won: Text = ['who', { you: 'You win', '*': ['count#', { one: 'One', '*': '{who}, {count}' }] }];
		expect(text(-1, won, { who: 'you', count: 1 })).toBe('You win');
		expect(text(-1, won, { who: 'Bo', count: 1 })).toBe('One');
		expect(text(-1, won, { who: 'Bo', count: 2 })).toBe('Bo, 2');
	});
});

describe('a message', () => {
	it('is called, passed on, and asked for in another language', () => {
		const passedOn = m.lobby_table_of;
		expect(m.lobby_table_of({ name: m.seat_you() })).toBe(passedOn({ name: m.seat_you() }));
		expect(m.seat_you({}, { locale: 'ja' })).not.toBe(m.seat_you());
	});

	it('is found by its number in a language that is loaded later', async () => {
		const number = readMessages().findIndex(({ name }) => name === 'seat_you');
		expect(number).toBeGreaterThan(0);
		overwriteGetLocale(() => 'fr');
		await loadTexts('fr');
		expect(text(number, 'not French')).toBe(m.seat_you());
	});
});
