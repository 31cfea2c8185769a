import { request, requestWithSession } from '#lib/api.ts';
import type { LessonAnswer, LessonList, LessonPosition } from '#lib/protocol.ts';

/** Requests about lessons. All may throw an ApiError. */
export const lessonApi = {
	list: (game: string): Promise<LessonList> => requestWithSession('GET /lessons/{game}', { game }),
	/** Needs no session. */
	position: (game: string, lesson: string): Promise<LessonPosition> =>
		request('GET /lessons/{game}/{lesson}', { game, lesson }),
	answer: (game: string, lesson: string, moves: object[]): Promise<LessonAnswer> =>
		requestWithSession(
			'POST /lessons/{game}/{lesson}/answer',
			{ game, lesson },
			{ moves: moves.map((move) => ({ ...move })) }
		),
	addSolved: (who: string, solved: { game: string; lesson: string }[]) =>
		requestWithSession('PUT /lessons/solved', {}, { who, solved })
};
