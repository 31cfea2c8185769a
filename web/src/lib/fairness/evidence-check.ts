/** Compares the record of a game with the evidence that this browser kept. */

import { dateText } from '#lib/date-format.ts';
import type { Replay } from '#lib/protocol.ts';
import { m } from '#messages';
import type { Evidence } from './evidence-store.ts';
import type { Fairness, Finding } from './record.ts';

type Table = Replay['table'];

/** One finding for the commitment, and one for each seat if the game was played in this browser. */
export function compareEvidence(fairness: Fairness, table: Table, kept?: Evidence): Finding[] {
	const shown = kept
		? compareShown(fairness, kept)
		: { verdict: 'unseen' as const, text: m.fairness_not_seen() };
	if (table.imported && !kept) return [shown];
	return [shown, ...table.seats.map((_, seat) => compareSeat(fairness, table, seat, kept))];
}

export const moment = (at: number): string => dateText(at, { dateStyle: 'medium', timeStyle: 'medium' });

function compareShown(fairness: Fairness, kept: Evidence): Finding {
	const when = moment(kept.at);
	const isShared = fairness.table.includes(' '); // the name of a deal that many tables play, not a code
	if (kept.commitment !== fairness.commitment || (kept.code !== fairness.table && !isShared))
		return {
			verdict: 'wrong',
			text: m.fairness_seen_other({ when, print: kept.commitment, table: kept.code })
		};
	const text = kept.before ? m.fairness_seen({ when }) : m.fairness_seen_late({ when });
	return { verdict: 'right', text, seen: true };
}

function compareSeat({ salts }: Fairness, table: Table, seat: number, kept?: Evidence): Finding {
	const name = table.seats[seat] || m.former_player();
	const salt = salts[seat] ?? '';
	if (table.people[seat]?.bot) return { verdict: 'unseen', text: m.fairness_salt_bot({ name }) };
	if (salt && kept?.salts[salt]) return { verdict: 'right', text: m.fairness_salt_seen({ name, salt }) };
	if (seat === table.you && kept) return compareOwn(name, salt, kept);
	return salt
		? { verdict: 'unseen', text: m.fairness_salt_not_seen({ name, salt }) }
		: { verdict: 'unknown', text: m.fairness_salt_none({ name }) };
}

/** Finds the reader's own seat, whose salt in the record differs from the one sent. */
function compareOwn(name: string, salt: string, kept: Evidence): Finding {
	const sent = Object.entries(kept.salts);
	const taken = sent.some(([, state]) => state === 'taken');
	if (salt && sent.length > 0) return { verdict: 'wrong', text: m.fairness_salt_other({ name, salt }) };
	if (taken) return { verdict: 'wrong', text: m.fairness_salt_lost({ name }) };
	const text = salt ? m.fairness_salt_elsewhere({ name, salt }) : m.fairness_salt_none({ name });
	return { verdict: 'unknown', text };
}
