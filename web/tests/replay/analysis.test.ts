import { describe, expect, it } from 'vitest';
import { curveOf, momentsOf } from '#lib/analysis/moments.ts';
import type { Decision } from '#lib/protocol.gen.ts';

/** A decision between two moves, of which the played one is expected to bring `points`. */
function decision(ply: number, seat: number, points: number, loss = 0, round = 1): Decision {
	const moves = [points + loss, points].map((value) => ({ move: {}, points: value, chances: {} }));
	const grade = loss >= 2 ? 'blunder' : loss >= 1 ? 'mistake' : 'good';
	return { ply, seat, round, moves, played: 1, loss, grade };
}

const analysis = (decisions: Decision[]) => ({ decisions, mistake: 1, accuracy: [] });

describe('what stands out in an analysis', () => {
	it('are mistakes, at the position after them', () => {
		const moments = momentsOf(analysis([decision(0, 0, 3, 0.9), decision(1, 1, 2, 1), decision(2, 0, 1, 2)]));
		expect(moments).toEqual([
			{ kind: 'mistake', ply: 2, seat: 1, points: 1 },
			{ kind: 'blunder', ply: 3, seat: 0, points: 2 }
		]);
	});

	it('are the worst mistakes only, in the order of play', () => {
		const many = Array.from({ length: 12 }, (_, ply) => decision(ply, ply, 0, 1 + ply / 100));
		expect(momentsOf(analysis(many)).map(({ ply }) => ply)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
	});

	it('is luck between two decisions of a round', () => {
		const lucky = [decision(0, 0, 1), decision(1, 1, 1), decision(2, 0, 3), decision(3, 0, 9, 0, 2)];
		expect(momentsOf(analysis(lucky))).toEqual([{ kind: 'lucky', ply: 2, seat: 0, points: 2 }]);
	});
});

describe('the curve of an analysis', () => {
	it('has a column for each label of the round, up to the position', () => {
		const decisions = [decision(0, 0, 1.26), decision(1, 1, 2), decision(2, 1, -1), decision(3, 0, 5, 0, 2)];
		const label = ({ ply }: Decision) => (ply < 2 ? 'a' : 'b');
		expect(curveOf(decisions, 1, 2, 2, label)).toEqual({
			labels: ['a', 'b'],
			series: [
				[1.3, undefined],
				[2, -1]
			],
			at: 0
		});
	});

	it('has no negative zero', () => {
		expect(curveOf([decision(0, 0, -0.04)], 1, 1, 1, () => 'a').series).toEqual([[0]]);
	});

	it('leaves out decisions without a label', () => {
		expect(curveOf([decision(0, 0, 1)], 1, 1, 1, () => undefined).labels).toEqual([]);
	});
});
