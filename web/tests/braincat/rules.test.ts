import { describe, expect, it } from 'vitest';
import { CONTENTS, openBook } from '#games/braincat/rules/book.ts';

const NUMBERS = Array.from({ length: 36 }, (_, index) => `B${index + 1}`);

describe.each(['en', 'fr', 'ja'] as const)('the rules in %s', (locale) => {
	it('have every rule once, below its heading', async () => {
		const { rulings, groups } = await openBook(locale);
		expect(Object.keys(rulings)).toEqual(NUMBERS);
		expect(CONTENTS.flatMap(([, numbers]) => numbers)).toEqual(NUMBERS);
		expect(Object.keys(groups)).toEqual(CONTENTS.map(([group]) => group));
	});

	it('have the points and seconds of the English ones, and cite the same rules and moods', async () => {
		const [english, { rulings }] = [await openBook('en'), await openBook(locale)];
		const found = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern))].sort();
		for (const rule of NUMBERS) {
			const [there, here] = [english.rulings[rule]!.text, rulings[rule]!.text];
			expect(found(here, /[BM]\d+/g), rule).toEqual(found(there, /[BM]\d+/g));
			expect(found(here, /\d+/g), rule).toEqual(expect.arrayContaining(found(there, /\d+/g)));
		}
	});
});
