/** When entries of the log arrived on this page: the cat's thinking times follow from that. */

import type { LogEntry } from './protocol.ts';

const arrivals = new WeakMap<LogEntry, number>(); // ms

export function noteArrival(entries: readonly LogEntry[]): void {
	for (const entry of entries) arrivals.set(entry, performance.now());
}

/** Undefined for entries from before the page was opened. */
export const arrivalOf = (entry: LogEntry): number | undefined => arrivals.get(entry);
