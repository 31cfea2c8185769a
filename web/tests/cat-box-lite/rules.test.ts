import { expect, it } from 'vitest';
import { RULINGS } from '#games/cat-box-lite/rulings.ts';

it('has every rule once', () => {
	const numbers = RULINGS.map(([number]) => Number(number.slice(1))).sort((a, b) => a - b);
	expect(numbers).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
	for (const [, text] of RULINGS) expect(text()).not.toBe('');
});
