import { requestWithSession } from '#lib/api.ts';
import type { NextPuzzle, PuzzleAnswer } from '#lib/protocol.ts';

/** Requests about puzzles. All may throw an ApiError. */
export const puzzleApi = {
	next: (game: string): Promise<NextPuzzle> => requestWithSession('GET /puzzles/{game}', { game }),
	answer: (game: string, key: string, move: object): Promise<PuzzleAnswer> =>
		requestWithSession('POST /puzzles/{game}/{key}/answer', { game, key }, { move: { ...move } })
};
