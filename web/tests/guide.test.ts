import { describe, expect, it } from 'vitest';
import { loadPart } from '#games/registry.ts';
import { firstSentences } from '#lib/learn/book.ts';
import { blocksOf, openGuide } from '#lib/learn/guide-book.ts';

it('splits a text into paragraphs and lists with terms', () => {
	expect(blocksOf('Win a [trick|trick].\n\n1. *Bid* one\n2. Play\n- Tip')).toEqual([
		{ kind: 'p', lines: [[{ text: 'Win a ' }, { word: 'trick', term: 'trick' }, { text: '.' }]] },
		{ kind: 'ol', lines: [[{ text: '' }, { strong: 'Bid' }, { text: ' one' }], [{ text: 'Play' }]] },
		{ kind: 'ul', lines: [[{ text: 'Tip' }]] }
	]);
});

it.each(['cat-in-the-box', 'cat-box-lite', 'braincat'])('explains each term of %s', async (game) => {
	for (const locale of ['en', 'fr', 'ja'] as const) {
		const { sections, terms } = (await openGuide(game, locale))!;
		const parts = Object.values(sections).flatMap(({ text = '' }) =>
			blocksOf(text).flatMap(({ lines }) => lines.flat())
		);
		const used = parts.flatMap((part) => ('term' in part ? part.term : []));
		expect([...new Set(used)].sort(), locale).toEqual(Object.keys(terms).sort());
	}
});

describe('the rule of a verdict', () => {
	it('is shown by its first sentences', () => {
		const long = 'A'.repeat(130);
		expect(firstSentences(`${long}. Never shown.`)).toBe(`${long}.`);
		expect(firstSentences('One (red is “broken”). Two! Three？')).toBe('One (red is “broken”). Two! Three？');
		expect(firstSentences('')).toBe('');
	});

	it.each([
		['cat-in-the-box', 'C11'],
		['cat-box-lite', 'L9'],
		['braincat', 'B14']
	])('of %s has a text', async (game, rule) => {
		const ruling = await loadPart(game, 'ruling');
		expect(await ruling?.(rule, 'en')).toMatch(/\w+\./);
		expect(await ruling?.('X1', 'en')).toBeUndefined();
	});
});
