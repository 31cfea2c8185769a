/** The table on which a lesson is played. */

import type { LessonPosition, LessonVerdict } from '#lib/protocol.ts';
import { settings } from '#lib/settings.svelte.ts';
import type { Table } from '#lib/table/table.svelte.ts';
import { LessonSocket } from './lesson-socket.ts';
import { practiceTable } from './practice-table.ts';

const REPLY_MS = 800;

/** Returns a new attempt at a lesson; `onVerdict` is called when it is decided. */
export function newAttempt(
	game: string,
	lesson: string,
	{ seat, options, start }: LessonPosition,
	onVerdict: (verdict: LessonVerdict) => void
): Table {
	const { seats } = start.view as { seats: number };
	const pause = (): number => (settings.animate ? REPLY_MS : 0);
	return practiceTable(
		{ game, options, seats, seat },
		(listener) => new LessonSocket({ game, lesson, start }, listener, onVerdict, pause)
	);
}
