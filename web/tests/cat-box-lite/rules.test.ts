import { expect, it } from 'vitest';
import { RULINGS } from '#games/cat-box-lite/rules/numbered-rules.ts';

it('has every rule once, in their order', () => {
	expect(RULINGS.map(([number]) => number)).toEqual(
		Array.from({ length: 16 }, (_, index) => `L${index + 1}`)
	);
	for (const [, text] of RULINGS) expect(text()).not.toBe('');
});
