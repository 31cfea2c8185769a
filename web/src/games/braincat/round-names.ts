/** Names of rounds that have ended. */

import { m } from '#messages';
import type { RoundSummary, View } from './protocol.ts';

/** Returns the number of a round among those that count, from 1; a void round has that of its repetition. */
export const countedNumber = (before: readonly (RoundSummary | undefined)[]): number =>
	1 + before.filter((summary) => summary?.outcome !== 'void').length;

/** Returns the number of a round that has ended; `round` counts void ones, too, from 0. */
export const numberOf = ({ ended }: Pick<View, 'ended'>, round: number): number =>
	countedNumber(Object.values(ended).slice(0, round));

export const roundName = (view: Pick<View, 'ended'>, round: number): string =>
	(view.ended[round]?.outcome === 'void' ? m.brain_round_void : m.cat_round_n)({
		round: numberOf(view, round)
	});
