/** Whether a player gets the coach: at the first game of a kind, unless it was closed. */

import { historyApi, NO_FILTERS } from '#lib/history/api.ts';
import { hasCoachBegun, storeTips, tipsOver } from './progress.ts';

/**
 * Returns whether the coach is wanted; a player who has finished a game elsewhere does not need it.
 * The server is asked once a browser and game.
 */
export async function wantsCoach(game: string): Promise<boolean> {
	if (hasCoachBegun(game)) return tipsOver(game) !== undefined;
	const isExperienced = await hasFinished(game);
	storeTips(game, isExperienced || []);
	return !isExperienced;
}

async function hasFinished(game: string): Promise<boolean> {
	const { games } = await historyApi.games(true, { ...NO_FILTERS, game });
	return games.some(({ status }) => status === 'finished');
}
