/** Recomputes a game's shuffle and compares it with the record. */

import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { loadPart } from '#games/registry.ts';
import type { Replay } from '#lib/protocol.ts';
import { m } from '#messages';
import type { Fairness, Finding, GameRecord } from './record.ts';
import { Stream, commitment, seedFrom } from './shuffle.ts';

const SEED_BYTES = 32;

/** Returns one finding for each check, in logical order. */
export async function checkDeal(record: GameRecord, replay?: Replay): Promise<Finding[]> {
	const checkDealOfGame = await loadPart(record.game, 'checkDeal');
	const dealt = (seed?: Uint8Array): Finding[] =>
		checkDealOfGame?.(record, seed, replay) ?? [finding('unknown', m.fairness_no_game())];
	if (record.seed === undefined) return [finding('unknown', m.fairness_written()), ...dealt()];
	const seed = bytes(record.seed);
	if (seed?.length !== SEED_BYTES) return [finding('wrong', m.fairness_no_seed())];
	return [...origin(record, record.seed), firstSeat(record, seed), ...dealt(seed)];
}

function finding(verdict: Finding['verdict'], text: string): Finding {
	return { verdict, text };
}

function origin({ fairness, seats }: GameRecord, seed: string): Finding[] {
	if (!fairness) return [finding('unknown', m.fairness_none())];
	return [checkCommitment(fairness), grown(fairness, seats.length, seed)];
}

function checkCommitment({ secret, commitment: recorded }: Fairness): Finding {
	const raw = bytes(secret);
	const print = raw ? bytesToHex(commitment(raw)) : '';
	return print === recorded
		? finding('right', m.fairness_sealed({ print }))
		: finding('wrong', m.fairness_not_sealed({ print, told: recorded }));
}

function grown({ secret, table, salts }: Fairness, seats: number, seed: string): Finding {
	const [raw, ...parts] = [secret, ...salts].map(bytes);
	const whole = parts.filter((salt) => salt !== undefined);
	const grows = raw && whole.length === seats && bytesToHex(seedFrom(raw, table, whole)) === seed;
	return grows
		? finding('right', m.fairness_seed({ table }))
		: finding('wrong', m.fairness_other_seed({ table }));
}

function firstSeat({ seats, first_seat: recorded }: GameRecord, seed: Uint8Array): Finding {
	const seat = new Stream(seed, 'first').below(seats.length);
	const name = seats[seat]!;
	if (recorded === undefined) return finding('unknown', m.fairness_first_untold({ name }));
	return recorded === seat
		? finding('right', m.fairness_first({ name }))
		: finding('wrong', m.fairness_other_first({ name, told: seats[recorded] ?? String(recorded) }));
}

/** Decodes hex digits; undefined if they are invalid. */
function bytes(hex: string): Uint8Array | undefined {
	try {
		return hexToBytes(hex);
	} catch {
		return undefined;
	}
}
