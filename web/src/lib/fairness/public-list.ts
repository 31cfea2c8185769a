/** Whether a game's commitment stands in the server's public list, in time, and the list fits together. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, createView, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { request } from '#lib/api.ts';
import type { CommitmentEntry, Commitments } from '#lib/protocol.ts';
import { m } from '#messages';
import type { Finding } from './record.ts';
import { moment } from './evidence-check.ts';

const DOMAIN = utf8ToBytes('boxcats/commitments/1');
const IN_TIME = 60_000; // ms after the start: it is published within a second or two, as a rule
const A_DAY = 86_400_000; // in which servers of the version before may still have made tables

/** What the list says; `started` is when the game did, in ms since 1970. */
export async function compareListed(commitment: string, started: number): Promise<Finding> {
	try {
		const list = await request<Commitments>(
			'GET',
			`/commitments?commitment=${encodeURIComponent(commitment)}`
		);
		return judgeList(list, commitment, started);
	} catch {
		return { verdict: 'unknown', text: m.fairness_list_away() };
	}
}

export function judgeList(list: Commitments, commitment: string, started: number): Finding {
	const [entry] = list.entries;
	if (!entry) {
		const older = list.began_at === undefined || started < list.began_at + A_DAY;
		return older
			? { verdict: 'unknown', text: m.fairness_list_older() }
			: { verdict: 'wrong', text: m.fairness_list_missing() };
	}
	if (entry.commitment !== commitment || !holds(list))
		return { verdict: 'wrong', text: m.fairness_list_broken() };
	const told = { number: entry.number, when: moment(entry.at) };
	return !(entry.at <= started + IN_TIME)
		? { verdict: 'wrong', text: m.fairness_list_late(told) }
		: { verdict: 'right', text: m.fairness_list({ ...told }), cards: toKeep(entry, list) };
}

/** Whether each entry follows from the one before, and the last one is the head where the list ends. */
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

/** As app/tables/commitments/chain.py has it. */
export function hashOf({ previous, number, at, commitment }: CommitmentEntry): string {
	const numbers = new Uint8Array(16);
	createView(numbers).setBigUint64(0, BigInt(number));
	createView(numbers).setBigUint64(8, BigInt(at));
	return bytesToHex(sha256(concatBytes(DOMAIN, hexToBytes(previous), numbers, hexToBytes(commitment))));
}

/** What is worth writing down somewhere else than on this server. */
function toKeep(entry: CommitmentEntry, { head }: Commitments): Finding['cards'] {
	const written = [entry, head!].map(({ number, hash }) => `${number} ${hash}`);
	return { title: m.fairness_list_keep(), lines: [m.fairness_list_keep_why(), ...new Set(written)] };
}
