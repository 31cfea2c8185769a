/** Whether a player gets the coach: at the first game of a kind, unless it was closed. */

import { session } from '#lib/session.svelte.ts';
import { hasCoachBegun, storeTips, tipsOver } from './progress.ts';

/**
 * Returns whether the coach is wanted; an account that has finished a game in another browser does not need it.
 * The server is asked once a browser and game; never for a guest, who usually has one browser.
 */
export async function wantsCoach(game: string): Promise<boolean> {
	if (hasCoachBegun(game)) return tipsOver(game) !== undefined;
	const isExperienced = !!session.player?.account && (await hasFinished(game));
	storeTips(game, isExperienced || []);
	return !isExperienced;
}

async function hasFinished(game: string): Promise<boolean> {
	const { historyApi, NO_FILTERS } = await import('#lib/history/api.ts');
	const { games } = await historyApi.games(true, { ...NO_FILTERS, game });
	return games.some(({ status }) => status === 'finished');
}
