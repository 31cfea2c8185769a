import { describe, expect, it } from 'vitest';
import { seatCounts } from '#lib/lobby/seat-count.ts';
import type { GameInfo } from '#lib/protocol.ts';
import { tableInfo } from './fake-server.ts';

const GAME = { key: 'cat-in-the-box', seats: [2, 3, 4, 5] } as GameInfo;
const [ADA, BO] = tableInfo().seats;
const THREE = tableInfo({ seats: [ADA!, BO!, { ...BO!, name: 'Cy' }] });

describe('the numbers of seats that a host can choose', () => {
	it('have room for everybody at the table', async () => {
		const countsAt = await seatCounts(GAME);
		expect(countsAt(tableInfo())).toEqual([2, 3, 4, 5]);
		expect(countsAt(THREE)).toEqual([3, 4, 5]);
	});

	it('do not count empty seats and bots', async () => {
		const seats = [...THREE.seats, { ...BO!, kind: 'bot' as const }, { ...BO!, kind: 'empty' as const }];
		expect((await seatCounts(GAME))({ ...THREE, seats })).toEqual([3, 4, 5]);
	});

	it('are the present one where the deal or the game is given', async () => {
		const countsAt = await seatCounts(GAME);
		const counts = [
			countsAt({ ...THREE, branched: { code: 'xyz987', ply: 1, duplicate: false } }),
			countsAt({ ...THREE, deal_name: '2040-01-31' }),
			(await seatCounts())(THREE)
		];
		expect(counts).toEqual([[3], [3], [3]]);
	});
});
