/** The lines of the log from the events. */

import type { Event, LogEntry } from './protocol.ts';

export interface Line {
	key: string;
	event: Event;
	caretaker: boolean; // a substitute played for the seat's owner
	seats: number[]; // the seats it is about; several if they put a card aside one after another
}

/** Cards that are put aside one after another share a line. */
export function linesOf(log: readonly LogEntry[]): Line[] {
	const lines: Line[] = [];
	for (const line of log.flatMap(linesOfEntry)) {
		const last = lines.at(-1);
		if (last && isContinuation(line, last)) last.seats.push(...line.seats);
		else lines.push(line);
	}
	return lines;
}

const linesOfEntry = ({ version, events, caretaker }: LogEntry): Line[] =>
	events.map((event, index) => ({
		key: `${version}.${index}`,
		event,
		caretaker: Boolean(caretaker),
		seats: 'seat' in event ? [event.seat] : []
	}));

const isContinuation = ({ event, caretaker }: Line, last: Line): boolean =>
	event.kind === 'card_set_aside' && last.event.kind === event.kind && last.caretaker === caretaker;
