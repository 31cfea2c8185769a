import { expect, it } from 'vitest';
import { parse, stringify } from '../tools/plain-state.ts';

it('state comes back as it was kept, and none as none', () => {
	expect(parse(stringify({ seats: [1, null], open: { name: 'Ada' } }))).toEqual({
		seats: [1, null],
		open: { name: 'Ada' }
	});
	expect(parse(stringify(undefined))).toBeNull();
});
