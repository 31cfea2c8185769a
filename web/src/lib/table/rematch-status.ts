import { m } from '#messages';
import { formatList } from '#lib/list-format.ts';
import type { Table } from './table.svelte.ts';

/** Players whose answers the rematch waits for; undefined unless this player has agreed and some are missing. */
export function rematchAwaited({ info, names, seat }: Table): string | undefined {
	const missing = info.seats.flatMap(({ kind, again, caretaker }, number) =>
		kind === 'person' && again === '' && !caretaker ? [names[number] ?? ''] : []
	);
	const agreed = seat !== undefined && info.seats[seat]?.again === 'yes';
	return agreed && missing.length > 0 ? m.rematch_waiting({ names: formatList(missing) }) : undefined;
}

/** How far the agreement on a rematch is, in a line; undefined while this player has nothing to know or to answer. */
export function rematchStatus(table: Table): string | undefined {
	const { info, names, seat } = table;
	const people = info.seats
		.map((one, number) => ({ ...one, number }))
		.filter(({ kind }) => kind === 'person');
	const others = people.filter(({ number }) => number !== seat);
	if (seat === undefined || info.next || others.length === 0) return undefined;
	if (info.seats[seat]?.again === 'yes') return rematchAwaited(table);
	const wish = others.filter(({ again }) => again === 'yes').map(({ number }) => names[number] ?? '');
	return wish.length > 0 ? m.rematch_wanted({ count: wish.length, names: formatList(wish) }) : undefined;
}
