/** The events of a log, each with its key in a list. */

interface Entry<Event> {
	version: number;
	events: readonly Event[];
	caretaker?: boolean; // a substitute made the move
}

export interface LogEvent<Event> {
	key: string;
	event: Event;
	caretaker: boolean; // a substitute's move; false for what only follows from it
}

/** Returns all events in order. The first event of an entry is the move itself. */
export const eventsOf = <Event>(log: readonly Entry<Event>[]): LogEvent<Event>[] =>
	log.flatMap(({ version, events, caretaker }) =>
		events.map((event, index) => ({
			key: `${version}.${index}`,
			event,
			caretaker: Boolean(caretaker) && index === 0
		}))
	);
