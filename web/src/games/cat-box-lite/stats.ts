import { m } from '#messages';
import { average } from '#lib/number-format.ts';
import type { StatRow } from '#lib/game-definition.ts';
import type { GameTotals } from '#lib/protocol.ts';

/** Statistics that engine/cat_box_lite/tally.py counts. */
export default function stats({ games, counts }: GameTotals): StatRow[] {
	const { cats = 0, group = 0 } = counts;
	return [
		[m.lite_tally_cats(), average(cats, games)],
		[m.lite_tally_group(), average(group, games)]
	];
}
