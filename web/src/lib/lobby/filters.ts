import type { OpenTable, TableSettings } from '#lib/protocol.ts';

/** Filters of the open tables; an empty one is off. */
export interface Filters {
	game?: string;
	seats?: number;
	clock?: TableSettings['clock'];
	language?: TableSettings['languages'][number];
}

export const passes =
	({ game, seats, clock, language }: Filters) =>
	(table: OpenTable): boolean =>
		(game === undefined || table.game === game) &&
		(seats === undefined || table.seats.length === seats) &&
		(clock === undefined || table.clock === clock) &&
		(language === undefined || table.languages.length === 0 || table.languages.includes(language));
