import { expect, it } from 'vitest';
import { CONTENTS, openBook, isMatch } from '#games/cat-in-the-box/rules/book.ts';

const NUMBERS = Array.from({ length: 22 }, (_, index) => `C${index + 1}`);

it.each(['en', 'fr', 'ja'] as const)('has every ruling once, in %s', async (locale) => {
	const { rulings } = await openBook(locale);
	expect(Object.keys(rulings)).toEqual(NUMBERS);
	expect(CONTENTS.flatMap(([, numbers]) => numbers)).toEqual(NUMBERS);
});

it('finds a ruling by its number alone, or by a word', async () => {
	const { rulings } = await openBook('en');
	const found = (searched: string) => NUMBERS.filter((number) => isMatch(number, rulings[number]!, searched));
	expect(found('c1')).toEqual(['C1']);
	expect(found(' Trump ')).toEqual(['C13']);
});
