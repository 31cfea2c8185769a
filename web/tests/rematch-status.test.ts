import { expect, it } from 'vitest';
import type { SeatInfo, TableInfo } from '#lib/protocol.ts';
import { rematchStatus } from '#lib/table/rematch-status.ts';
import type { Table } from '#lib/table/table.svelte.ts';

const names = ['Ada', 'Bo', 'Cy', 'Bot'];

const status = (answers: SeatInfo['again'][], seat: number | undefined, next = ''): string | undefined => {
	const people = answers.map((again) => ({ kind: 'person', again }));
	const info = { seats: [...people, { kind: 'good', again: '' }], next } as unknown as TableInfo;
	return rematchStatus({ info, names, seat } as Table);
};

it('a player learns who wants to play again, until all play', () => {
	expect(status(['', 'yes', 'no'], 0)).toBe('Bo wants to play again.');
	expect(status(['no', 'yes', 'yes'], 0)).toBe('Bo and Cy want to play again.');
	expect(status(['yes', 'yes', ''], 0)).toBe('You want to play again. Waiting for Cy.');
	expect(status(['yes', '', ''], 0)).toBe('You want to play again. Waiting for Bo and Cy.');
	expect(status(['', 'yes', ''], 0, 'abc234')).toBeUndefined();
});

it('nothing is said before an answer, to spectators, and against bots alone', () => {
	expect(status(['', 'no', ''], 0)).toBeUndefined();
	expect(status(['', 'yes', ''], undefined)).toBeUndefined();
	expect(status(['yes'], 0)).toBeUndefined();
});
