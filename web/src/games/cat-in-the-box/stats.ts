import { m } from '#messages';
import { average, percentOf } from '#lib/number-format.ts';
import type { StatRow } from '#lib/game-definition.ts';
import type { GameTotals } from '#lib/protocol.ts';

/** Statistics that engine/cat_in_the_box/tally.py counts. Without bids there is nothing to say of them. */
export default function stats({ games, counts }: GameTotals): StatRow[] {
	const { rounds = 0, tricks = 0, bonus = 0, paradoxes = 0, bids = 0, bid = 0, won = 0, met = 0 } = counts;
	const against = m.cat_tally_against_of({ won: average(won, bids), bid: average(bid, bids) });
	const ofBids: StatRow[] = [
		[m.cat_tally_against(), against],
		[m.cat_tally_met(), percentOf(met, bids)]
	];
	return [
		[m.cat_tally_tricks(), average(tricks, rounds)],
		...(bids ? ofBids : []),
		[m.cat_tally_bonus(), average(bonus, games)],
		[m.cat_tally_paradoxes(), String(paradoxes)]
	];
}
