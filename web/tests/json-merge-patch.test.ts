import { describe, expect, it } from 'vitest';
import { mergePatch } from '#lib/json-merge-patch.ts';

/** The examples of RFC 7396, appendix A. */
const EXAMPLES: [target: unknown, patch: unknown, result: unknown][] = [
	[{ a: 'b' }, { a: 'c' }, { a: 'c' }],
	[{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
	[{ a: 'b' }, { a: null }, {}],
	[{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
	[{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
	[{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
	[{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
	[{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
	[
		['a', 'b'],
		['c', 'd'],
		['c', 'd']
	],
	[{ a: 'b' }, ['c'], ['c']],
	[{ a: 'foo' }, null, null],
	[{ a: 'foo' }, 'bar', 'bar'],
	[{ e: null }, { a: 1 }, { e: null, a: 1 }],
	[[1, 2], { a: 'b', c: null }, { a: 'b' }],
	[{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }]
];

describe('a merge patch', () => {
	it.each(EXAMPLES)('%j patched with %j is %j', (target, patch, result) => {
		expect(mergePatch(target, patch)).toEqual(result);
	});

	it('leaves the old value as it was and shares what did not change', () => {
		const old = { players: { '0': { won: 1 } }, tokens: { red1: 0 } };
		const now = mergePatch(old, { tokens: { blue2: 1 } }) as typeof old;
		expect(old.tokens).toEqual({ red1: 0 });
		expect(now.players).toBe(old.players);
	});
});
