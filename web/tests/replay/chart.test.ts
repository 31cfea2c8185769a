import { describe, expect, it } from 'vitest';
import { HEAD, plot, SHEET } from '#lib/replay/chart.ts';

describe('a chart', () => {
	it('leaves out what is not known, and lines of which nothing is', () => {
		const { lines } = plot(
			[
				[5, undefined, 1],
				[undefined, undefined, undefined]
			],
			3
		);
		expect(lines).toHaveLength(1);
		expect(lines[0]!.points).toHaveLength(2);
	});

	it('keeps the cats apart and on the sheet', () => {
		const { lines } = plot(
			[
				[0, 2],
				[0, 2],
				[0, 2],
				[0, -3],
				[0, 2]
			],
			2
		);
		const heads = lines.map(({ head }) => head).sort((a, b) => a - b);
		for (const [index, head] of heads.entries()) {
			if (index) expect(head - heads[index - 1]!).toBeGreaterThanOrEqual(HEAD);
			expect(head).toBeGreaterThanOrEqual(0);
			expect(head).toBeLessThanOrEqual(SHEET.height);
		}
	});

	it.each([
		[0, 1],
		[-4, 24],
		[0, 500]
	])('has few whole ticks from %s to %s, nought among them', (low, high) => {
		const values = plot([[low, high]], 2).ticks.map(({ value }) => value);
		expect(values.length).toBeLessThanOrEqual(6);
		expect(values).toContain(0);
		expect(values.every(Number.isInteger)).toBe(true);
	});
});
