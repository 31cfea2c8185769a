/** Whether a player gets the coach: at the first game of a kind, unless it was closed. */

import { historyApi, NO_FILTERS } from '#lib/history/api.ts';
import { tipsOver, storeTips } from './progress.ts';

/** Returns whether the coach is wanted; a player who has finished a game elsewhere does not need it. */
export async function wantsCoach(game: string): Promise<boolean> {
	const over = tipsOver(game);
	if (!over?.length) return over !== undefined && !(await hasFinished(game));
	return true;
}

async function hasFinished(game: string): Promise<boolean> {
	const { games } = await historyApi.games(true, { ...NO_FILTERS, game });
	const finished = games.some(({ status }) => status === 'finished');
	if (finished) storeTips(game, true);
	return finished;
}
