import { m } from '#messages';
import { formatList } from '#lib/list-format.ts';
import type { HistoryGame, HistorySeat } from '#lib/protocol.ts';

/** Formats a duration in one unit. */
export function durationOf({ started, finished }: HistoryGame): string {
	if (!started || !finished) return '';
	const minutes = (Date.parse(finished) - Date.parse(started)) / 60_000;
	if (minutes < 100) return m.history_minutes({ count: Math.max(1, Math.round(minutes)) });
	if (minutes < 48 * 60) return m.history_hours({ count: Math.round(minutes / 60) });
	return m.history_days({ count: Math.round(minutes / 60 / 24) });
}

export const nameOf = (seat: HistorySeat): string => seat.name || m.history_former();

/** Lists the names of an imported game. */
export const namesText = (names: readonly string[]): string =>
	formatList(names.map((name) => name || m.history_former()));
