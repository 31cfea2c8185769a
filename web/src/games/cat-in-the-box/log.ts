/** The lines of the log from the events. */

import { eventsOf, type LogEvent } from '#lib/table/log-events.ts';
import type { Event, LogEntry } from './protocol.ts';

export interface Line extends LogEvent<Event> {
	seats: number[]; // the seats it is about; several if they put a card aside one after another
}

/** Cards that are put aside one after another share a line. */
export function linesOf(log: readonly LogEntry[]): Line[] {
	const lines: Line[] = [];
	for (const line of eventsOf(log).map(lineOf)) {
		const last = lines.at(-1);
		if (last && isContinuation(line, last)) last.seats.push(...line.seats);
		else lines.push(line);
	}
	return lines;
}

const lineOf = (line: LogEvent<Event>): Line => ({
	...line,
	seats: 'seat' in line.event ? [line.event.seat] : []
});

const isContinuation = ({ event, caretaker }: Line, last: Line): boolean =>
	event.kind === 'card_set_aside' && last.event.kind === event.kind && last.caretaker === caretaker;
