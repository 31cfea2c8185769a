import { expect, it } from 'vitest';
import { asCsv, faultMessage, formatOf } from '#lib/packs/card-list.ts';

it('names the line of a fault, but not of the whole list', () => {
	expect(faultMessage({ line: 7, code: 'long' })).toContain('7');
	expect(faultMessage({ line: 301, code: 'many' })).toContain('301');
	expect(faultMessage({ line: 0, code: 'few' })).not.toContain('0:');
});

it('guesses the format of a file by its name', () => {
	expect(['a.JSON', 'b.csv', 'c.tsv', 'd.txt', 'cards'].map(formatOf)).toEqual([
		'json',
		'csv',
		'csv',
		'lines',
		'lines'
	]);
});

it('writes cards as CSV, quoted where it is needed', () => {
	const cards = [
		{ text: 'A, b', letters: 'AB' },
		{ text: 'A; b', letters: '' },
		{ text: 'Say "meow"', letters: 'C' }
	];
	expect(asCsv(cards).split('\n')).toEqual(['text;letters', 'A, b;AB', '"A; b";', '"Say ""meow""";C']);
});
