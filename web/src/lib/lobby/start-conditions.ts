import { m } from '#messages';
import { formatList } from '#lib/list-format.ts';
import type { SeatInfo, TableInfo } from '#lib/protocol.ts';

/** What has to happen before a table can start. */
export interface Missing {
	text: string;
	mayStart: boolean; // everything is ready for the host to start
}

const isFree = (seat: SeatInfo): boolean => seat.kind === 'empty';
const isLate = (seat: SeatInfo): boolean => seat.kind === 'person' && !seat.ready && !seat.host;

/** The players who are not ready; the reader comes first, as "you". */
function lateNames(late: readonly SeatInfo[]): string {
	const others = late.filter((seat) => !seat.you).map(({ name }) => name);
	return formatList(others.length < late.length ? [m.cat_you_slot(), ...others] : others);
}

/** Returns the state for one player. */
export function missing(info: TableInfo): Missing {
	const free = info.seats.filter(isFree).length;
	const late = info.seats.filter(isLate);
	const me = info.seats.find((seat) => seat.you);
	const mayStart = late.length === 0 && (free === 0 || info.bots !== '');

	if (!me) return { text: free ? m.looking_on() : m.looking_on_full(), mayStart };
	if (late.length === 1 && late[0]!.you) return { text: m.waiting_for_you(), mayStart };
	if (late.length > 0) return { text: m.waiting_for({ names: lateNames(late) }), mayStart };
	if (free > 0 && (me.host || info.bots === '')) {
		const text = info.bots === '' ? m.waiting_for_seats : m.bots_will_fill;
		return { text: text({ count: free }), mayStart };
	}
	const host = info.seats.find((seat) => seat.host);
	if (me.host || !host) return { text: m.all_set(), mayStart };
	return { text: m.waiting_for_host({ name: host.name }), mayStart };
}
