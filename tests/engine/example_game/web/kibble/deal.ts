/** Derives the heap from the seed as the engine does (K1), and checks that the moves eat exactly that heap. */

import type { Finding, GameRecord } from '#lib/fairness/record.ts';
import { Stream } from '#lib/fairness/shuffle.ts';
import { m } from '#messages';

const SMALLEST = 9;
const LARGEST = 15;

export default function checkDeal({ deals, moves }: GameRecord, seed?: Uint8Array): Finding[] {
	const [written] = [deals].flat() as ({ heap: number } | undefined)[];
	const heap = seed ? SMALLEST + new Stream(seed, 'heap').below(LARGEST - SMALLEST + 1) : written?.heap;
	const eaten = moves.reduce((sum, [, move]) => sum + Number(move.pieces ?? 0), 0);
	return [{ verdict: eaten === heap ? 'right' : 'wrong', text: m.kibble_heap({ pieces: heap ?? 0 }) }];
}
