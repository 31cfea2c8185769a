import { m } from '#messages';
import { formatList } from '#lib/list-format.ts';
import type { TableInfo } from '#lib/protocol.ts';

/** Says which players have seen the deals of a duplicate that has not started; empty if none of them has. */
export function knownDealsText(info: TableInfo): string {
	const names = info.seats.filter((seat) => seat.seen_deals).map(({ name }) => name);
	if (names.length === 0) return '';
	if (names.length === 1) return m.duplicate_seen_one({ name: names[0]! });
	return m.duplicate_seen({ names: formatList(names) });
}
