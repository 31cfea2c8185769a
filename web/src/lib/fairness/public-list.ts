/** Checks that the server's public list contains a game's commitment, in time and in an unbroken chain. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, createView, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { request } from '#lib/api.ts';
import type { CommitmentEntry, Commitments } from '#lib/protocol.ts';
import { m } from '#messages';
import type { Finding } from './record.ts';
import { moment } from './evidence-check.ts';

const DOMAIN = utf8ToBytes('boxcats/commitments/1');
const PUBLISH_DELAY_MS = 60_000; // ms after the start; usually published within a second or two
const DAY_MS = 86_400_000; // period in which servers of the previous version may have made tables

/** Checks the list; `started` is the start of the game in ms since 1970. */
export async function compareListed(commitment: string, started: number): Promise<Finding> {
	try {
		const list = await request('GET /commitments', { commitment });
		return judgeList(list, commitment, started);
	} catch {
		return { verdict: 'unknown', text: m.fairness_list_away() };
	}
}

/** Judges this part of the list, which begins with the commitment if it has it; `started` as above. */
export function judgeList(list: Commitments, commitment: string, started: number): Finding {
	const [entry] = list.entries;
	if (!entry) {
		const older = list.began_at === undefined || started < list.began_at + DAY_MS;
		return older
			? { verdict: 'unknown', text: m.fairness_list_older() }
			: { verdict: 'wrong', text: m.fairness_list_missing() };
	}
	if (entry.commitment !== commitment || !holds(list))
		return { verdict: 'wrong', text: m.fairness_list_broken() };
	const details = { number: entry.number, when: moment(entry.at) };
	return !(entry.at <= started + PUBLISH_DELAY_MS)
		? { verdict: 'wrong', text: m.fairness_list_late(details) }
		: { verdict: 'right', text: m.fairness_list({ ...details }), cards: currentHead(entry, list) };
}

/** Whether the entries form a chain that ends in the published head. */
function holds({ entries, more, head }: Commitments): boolean {
	const last = entries.at(-1)!;
	const whole = entries.every(
		(entry, at) => entry.hash === hashOf(entry) && (at === 0 || follows(entries[at - 1]!, entry))
	);
	const ends = head !== undefined && (more ? head.number > last.number : head.hash === last.hash);
	return whole && ends;
}

const follows = (before: CommitmentEntry, entry: CommitmentEntry): boolean =>
	entry.number === before.number + 1 && entry.previous === before.hash && entry.at >= before.at;

/** The hash of app/tables/commitments/chain.py. */
export function hashOf({ previous, number, at, commitment }: CommitmentEntry): string {
	const numbers = new Uint8Array(16);
	createView(numbers).setBigUint64(0, BigInt(number));
	createView(numbers).setBigUint64(8, BigInt(at));
	return bytesToHex(sha256(concatBytes(DOMAIN, hexToBytes(previous), numbers, hexToBytes(commitment))));
}

/** The head of the list, to be noted outside this server. */
function currentHead(entry: CommitmentEntry, { head }: Commitments): Finding['cards'] {
	const written = [entry, head!].map(({ number, hash }) => `${number} ${hash}`);
	return { title: m.fairness_list_keep(), lines: [m.fairness_list_keep_why(), ...new Set(written)] };
}
