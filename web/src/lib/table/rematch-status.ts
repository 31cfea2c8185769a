import { m } from '#messages';
import { formatList } from '#lib/list-format.ts';
import type { Table } from './table.svelte.ts';

/** How far the agreement on a rematch is, in a line; undefined while this player has nothing to know or to answer. */
export function rematchStatus({ info, names, seat }: Table): string | undefined {
	const people = info.seats
		.map((one, number) => ({ ...one, number }))
		.filter(({ kind }) => kind === 'person');
	const others = people.filter(({ number }) => number !== seat);
	if (seat === undefined || info.next || others.length === 0) return undefined;
	if (info.seats[seat]?.again === 'yes') return m.rematch_waiting();
	const wish = others.filter(({ again }) => again === 'yes').map(({ number }) => names[number] ?? '');
	return wish.length > 0 ? m.rematch_wanted({ count: wish.length, names: formatList(wish) }) : undefined;
}
