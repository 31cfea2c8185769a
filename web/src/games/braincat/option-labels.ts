/** A table's options in the reader's language. */

import { formatRow } from '#lib/list-format.ts';
import type { OptionRow, TableOptions } from '#lib/game-definition.ts';
import { m } from '#messages';
import { familyName, modeName } from './labels.ts';
import { modeOf } from './new-table.ts';
import { packName } from './pack-names.ts';
import type { Family } from './protocol.ts';

/** Returns name and value of each option that matters to players. */
export function describe(options: TableOptions): OptionRow[] {
	const { packs, cats, debate, target, schizo } = options;
	const rows: OptionRow[] = [[m.brain_mode(), modeName(modeOf(options))]];
	if (packs) rows.push([m.brain_packs(), formatRow(Object.keys(packs).map(packName))]); // not in the lobby
	if (cats === 'volunteers') rows.push([m.brain_cats(), m.brain_cats_volunteers()]);
	if (debate) rows.push([m.brain_debate_time(), m.brain_minutes({ count: Number(debate) / 60 })]);
	if (target) rows.push([m.brain_target(), m.brain_target_points({ count: Number(target) })]);
	if (schizo) rows.push([m.brain_schizo(), m.brain_schizo_hint()]);
	return rows;
}

/** Returns the name of the seat's family, in teams mode. */
export function seatLabel({ families }: TableOptions, seat: number): string | undefined {
	const family = (families as Family[] | undefined)?.[seat];
	return family && familyName(family);
}
