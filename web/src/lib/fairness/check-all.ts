import type { Replay } from '#lib/protocol.ts';
import { checkDeal } from './check.ts';
import { evidenceOf } from './evidence-store.ts';
import { compareListed } from './public-list.ts';
import type { Finding, GameRecord } from './record.ts';
import { compareEvidence } from './evidence-check.ts';

/** Checks a game's deal by its record, by this browser's evidence and by the public list. */
export async function checkAll(record: GameRecord, replay: Replay): Promise<Finding[]> {
	const findings = await checkDeal(record, replay);
	const { fairness } = record;
	if (!fairness) return findings;
	const { table } = replay;
	findings.push(
		...compareEvidence(fairness, table, evidenceOf(table.imported ? fairness.table : table.code))
	);
	if (!table.imported)
		findings.push(await compareListed(fairness.commitment, Date.parse(table.started ?? '')));
	return findings;
}
