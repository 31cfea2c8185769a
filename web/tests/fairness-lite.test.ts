import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { dealAll } from '#games/cat-box-lite/deal.ts';
import { DECK } from '#games/cat-box-lite/deck.ts';
import { checkDeal } from '#lib/fairness/check.ts';
import type { GameRecord } from '#lib/fairness/record.ts';
import type { Replay } from '#lib/protocol.gen.ts';
import seedAlone from '../../tests/engine/cat_box_lite/recorded/3-seed.json';
import written from '../../tests/engine/cat_box_lite/recorded/2-shared.json';
import vectors from '../../tests/vectors/shuffle.json';

const copyOf = (record: unknown): GameRecord => structuredClone(record) as GameRecord;
const verdicts = async (record: GameRecord, replay?: Replay): Promise<string[]> =>
	(await checkDeal(record, replay)).map(({ verdict }) => verdict);

describe.each(vectors)('of table $table', ({ seed, lite }) => {
	it.each([2, 3] as const)('L3, L4: deals these identities and cards to %i seats', (seats) => {
		expect(dealAll(hexToBytes(seed), seats)).toEqual(lite[seats]);
	});
});

it('L1: each of the ten faces has four backs', () => {
	const backs = new Map<string, Set<string>>();
	for (const [a, b] of DECK)
		for (const [up, down] of [
			[a, b],
			[b, a]
		] as const)
			backs.set(up, (backs.get(up) ?? new Set()).add(down));
	expect([...backs.values()].map((one) => one.size)).toEqual(Array(10).fill(4));
});

/** A replay with this deal and this number of played cards. */
function replayOf(record: GameRecord): Replay {
	const { identities, cards } = dealAll(hexToBytes(record.seed!), record.seats.length);
	const faces = cards.map(([number, up]) => (up === 'a' ? [...DECK[number]!] : [...DECK[number]!].reverse()));
	const hands = identities.map((_, seat) => [faces[1 + 2 * seat]!, faces[2 + 2 * seat]!]);
	const own = identities.map((identity, seat) => [
		seat,
		{ identity, backs: hands[seat]!.map(([, back]) => back) }
	]);
	const view = {
		hands: { ...hands.map((hand) => hand.map(([face]) => face)) },
		laid: { 0: { face: faces[7]![0] } }
	};
	return { start: { view, own: Object.fromEntries(own) }, steps: [] } as unknown as Replay;
}

describe('of a record', () => {
	it('the deal follows from the seed, and every card laid was there', async () => {
		expect((await verdicts(copyOf(seedAlone))).at(-1)).toBe('right');
	});

	it('with its cards written out it fits them', async () => {
		for (const deals of [written.deals, [written.deals]])
			expect(await verdicts({ ...copyOf(written), deals })).toEqual(['unknown', 'right']);
	});

	it('a card that was not there is found', async () => {
		const record = copyOf(seedAlone);
		record.moves[0]![1].slot = 2;
		expect((await checkDeal(record)).at(-1)!.text).toBe('Bo places a card they didn’t have.');
	});

	it('without cards it says so', async () => {
		expect((await verdicts({ ...copyOf(written), deals: [] })).at(-1)).toBe('wrong');
	});

	it('a page that shows something else is found out', async () => {
		const record = { ...copyOf(seedAlone), moves: [] };
		expect((await verdicts(record, replayOf(record))).at(-1)).toBe('right');
		const other = replayOf(record);
		(other.start.own as Record<string, { identity: string }>)[1]!.identity = 'nobody';
		expect((await checkDeal(record, other)).at(-1)!.text).toContain('different cards or identities');
	});
});
