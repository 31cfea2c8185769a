/** The lines of the log from the events. */

import type { Event, LogEntry } from './protocol.ts';

export interface Line {
	key: string;
	event: Event;
	caretaker: boolean; // a substitute played for the seat's owner
	seats: number[]; // the seats it is about; several if they put a card aside one after another
}

export function linesOf(log: readonly LogEntry[]): Line[] {
	const lines: Line[] = [];
	for (const { version, events, caretaker = false } of log) {
		for (const [index, event] of events.entries()) {
			const before = lines.at(-1);
			const both =
				event.kind === 'card_set_aside' &&
				before?.event.kind === event.kind &&
				before.caretaker === caretaker;
			if (both) before.seats.push(event.seat);
			else
				lines.push({
					key: `${version}.${index}`,
					event,
					caretaker,
					seats: 'seat' in event ? [event.seat] : []
				});
		}
	}
	return lines;
}
