import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import { placeSentence } from '#games/cat-box-lite/event-sentences.ts';
import { tenths } from '#lib/number-format.ts';
import LineChart from '#lib/replay/LineChart.svelte';

it('negative numbers have a minus sign in charts and places', () => {
	const props = { title: 'Points', axis: 'Round', labels: ['0', '1'], names: ['Ada'], series: [[0, -4]] };
	const { body } = render(LineChart, { props });
	expect(body).toContain('<td>−4</td>');
	expect(body).not.toMatch(/>-\d/);
	const placed = {
		kind: 'placed',
		seat: 0,
		holder: 0,
		slot: 0,
		side: 'public',
		face: 'bwgo',
		covers: '',
		column: -1,
		row: 2
	} as const;
	expect(placeSentence(placed)).toBe('Column −1, row 2.');
});

it('negative evaluations have a minus sign, and gains a plus where it is asked for', () => {
	expect([tenths(-1.25), tenths(2), tenths(-0.5, 'always'), tenths(0.5, 'always')]).toEqual([
		'−1.3',
		'2.0',
		'−0.5',
		'+0.5'
	]);
});

it('an evaluation that is almost zero has no sign', () => {
	expect([tenths(-0.04), tenths(-0), tenths(-0.05)]).toEqual(['0.0', '0.0', '−0.1']);
});
