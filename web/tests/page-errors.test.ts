import { describe, expect, it } from 'vitest';
import { isEnd } from '#lib/table/page-errors.ts';

describe('a page with nothing to show', () => {
	it.each(['table_not_found', 'banned', 'no_looking_on', 'too_many_look_on'])('says why: %s', (code) => {
		expect(isEnd(code)).toBe(true);
	});

	it.each([undefined, 'one_moment', 'damaged_game'])('is not one after %s', (code) => {
		expect(isEnd(code)).toBe(false);
	});
});
