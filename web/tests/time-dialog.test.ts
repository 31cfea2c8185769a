import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import type { TableInfo, TableSettings } from '#lib/protocol.ts';
import type { Table } from '#lib/table/table.svelte.ts';
import TimeDialog from '#lib/table/TimeDialog.svelte';
import { DEFAULT_SETTINGS } from '#lib/table-settings.ts';
import { tableInfo } from './fake-server.ts';

/** Returns the names of the buttons and the targets of the links. */
function offered(clock: TableSettings['clock'], paused = false, more: Partial<TableInfo> = {}): string[] {
	const info = tableInfo({ terms: { ...DEFAULT_SETTINGS, clock }, ...more });
	const table = { info, tableStatus: { paused } };
	const { body } = render(TimeDialog, { props: { table: table as Table, onclose: () => {} } });
	return [...body.matchAll(/<button[^>]*>([^<]+)|href="([^"]+)/g)].map(([, name, link]) => name ?? link!);
}

it.each([
	['none', ['Pause', 'Switch to turn-based']],
	['quick', ['Pause', 'Switch to turn-based']],
	['day', ['Continue in real time', '/days']],
	['steps', []],
	['steps_day', ['/days']]
] as const)('the clock %s can be changed as far as the server takes it', (clock, expected) => {
	expect(offered(clock)).toEqual(expected);
});

it('a paused game can only go on', () => {
	expect(offered('quick', true)).toEqual(['Resume']);
});

it('the last player of a rated game cannot change its clock', () => {
	const [mine, theirs] = tableInfo({}).seats;
	const seats = [mine!, { ...theirs!, caretaker: true }];
	expect(offered('quick', false, { seats, rated: true })).toEqual(['Pause']);
	expect(offered('day', false, { seats, rated: true })).toEqual(['/days']);
	expect(offered('quick', false, { seats })).toEqual(['Pause', 'Switch to turn-based']);
});

it('nobody pauses where other tables wait', () => {
	expect(offered('quick', false, { awaited: true })).toEqual([]);
	expect(offered('quick', true, { awaited: true })).toEqual(['Resume']);
});
