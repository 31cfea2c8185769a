import { m } from '#messages';
import { average } from '#lib/number-format.ts';
import type { StatRow } from '#lib/game-definition.ts';
import type { GameTotals } from '#lib/protocol.ts';

/** Statistics that engine/braincat/tally.py counts. */
export default function stats({ games, counts }: GameTotals): StatRow[] {
	const { rounds = 0, cat = 0, won = 0 } = counts;
	return [
		[m.brain_stats_rounds(), average(rounds, games)],
		[m.brain_stats_cat(), average(cat, games)],
		[m.brain_stats_won(), average(won, games)]
	];
}
