import { describe, expect, it } from 'vitest';
import type { Frame, View } from '#games/braincat/protocol.ts';
import {
	finishedRounds,
	roundLabels,
	totalsByFamily,
	totalsBySeat
} from '#games/braincat/replay/chart-data.ts';
import { clueAutopsy, thinkingTimes } from '#games/braincat/replay/clue-autopsy.ts';
import { durationText } from '#games/braincat/duration.ts';
import { bestReader, closestCall, longestThought } from '#games/braincat/replay/highlights.ts';
import { sceneOf, shownRound } from '#games/braincat/replay/scene.ts';
import { numberAmong, eventsOf, roundsOf } from '#games/braincat/rounds.ts';
import { framesIn, GAMES } from './games.ts';

const NAMES = Object.keys(GAMES) as (keyof typeof GAMES)[];
const everybody = (frame: Frame): number[] => Object.keys(frame.own).map(Number);

describe.each(NAMES)('the rounds of the %s game', (name) => {
	const frames = framesIn(name);
	const rounds = roundsOf(frames);

	it('are all that began, with their outcome', () => {
		expect(rounds.map(({ summary }) => summary)).toEqual(Object.values(frames.at(-1)!.view.ended));
		expect(rounds.map(({ cat }) => cat)).toEqual(rounds.map(({ board }) => board.cat));
	});

	it('have a number that void rounds do not count for', () => {
		const finished = rounds.filter(({ summary }) => summary!.outcome !== 'void');
		expect(finished.map((round) => numberAmong(rounds, round))).toEqual(
			finished.map((_, index) => index + 1)
		);
	});

	it('have a report and a time for each paw', () => {
		for (const round of rounds.filter(({ summary }) => summary!.mystery !== undefined)) {
			const reports = clueAutopsy(round);
			expect(reports.map(({ at }) => at)).toEqual(round.board.paws);
			for (const { seconds, nearer, further, right, asked } of reports) {
				expect(seconds).toBeGreaterThan(0);
				expect(nearer.filter((seat) => further.includes(seat))).toEqual([]);
				expect(asked).toEqual(expect.arrayContaining([...nearer, ...further, ...right]));
				expect(asked).not.toContain(round.cat);
			}
		}
	});

	it('are shown up to their end, then the mystery card and all masters', () => {
		for (const frame of frames.filter(({ events }) => events.some(({ kind }) => kind === 'round_scored'))) {
			const { board, summary } = shownRound(frame)!;
			const scene = sceneOf(frame, [])!;
			expect(scene.board).toBe(board);
			expect(scene.masters.map(({ card }) => card)).toEqual(summary!.masters);
			expect(scene.masters.filter(({ mystery }) => mystery)).toHaveLength(1);
		}
	});

	it('show the mystery card to the cat and to all eyes only', () => {
		const running = frames.filter(
			({ view, events }) => view.phase === 'paw' && !events.some(({ kind }) => kind === 'round_scored')
		);
		expect(running.length).toBeGreaterThan(0);
		for (const frame of running) {
			const { cat } = frame.view.board!;
			expect(sceneOf(frame, [])!.mystery).toBeUndefined();
			expect(
				sceneOf(
					frame,
					everybody(frame).filter((seat) => seat !== cat)
				)!.mystery
			).toBeUndefined();
			expect(sceneOf(frame, [cat])!.mystery).toBe(sceneOf(frame, everybody(frame))!.mystery);
			expect(sceneOf(frame, [cat])!.mystery).toBeDefined();
		}
	});

	it('show every vote that the eyes see', () => {
		for (const frame of frames) {
			const { debate } = frame.view;
			const scene = sceneOf(frame, everybody(frame));
			if (!scene || !debate || frame.events.some(({ kind }) => kind === 'round_scored')) continue;
			const shown = [...scene.masters.flatMap(({ seats }) => seats), ...scene.asking].sort();
			expect(shown).toEqual(Object.keys(debate.votes).map(Number).sort());
		}
	});
});

it('the votes of a family are shown to its members alone', () => {
	const frame = framesIn('teams').find(({ own }) =>
		Object.values(own).some(({ family_votes: seen }) => Object.keys(seen?.votes ?? {}).length)
	)!;
	const families = frame.view.families!;
	const seat = Number(
		Object.keys(frame.own).find((one) => Object.keys(frame.own[one]!.family_votes?.votes ?? {}).length)
	);
	const votersSeen = (perspectives: number[]) => {
		const { masters, staying } = sceneOf(frame, perspectives)!;
		return [...masters.flatMap(({ seats }) => seats), ...staying];
	};
	expect(votersSeen([])).toEqual([]);
	expect(votersSeen([seat]).length).toBeGreaterThan(0);
	expect(votersSeen([seat]).every((voter) => families[voter] === families[seat])).toBe(true);
});

describe('the clue autopsy', () => {
	const position = (
		ply: number,
		at: number,
		phase: string,
		votes: Record<string, string>,
		paws: number[]
	) => ({
		ply,
		step: { at },
		events: [],
		own: {},
		view: { phase, in_play: [0, 1, 2, 3], board: { cat: 0, paws, places: [0, 1] }, debate: { votes } }
	});
	const round = {
		number: 0,
		cat: 0,
		board: { paws: [1, 2] },
		summary: { outcome: 'lost', mystery: 1 },
		moments: [
			{ event: { kind: 'clue_laid' }, frame: position(1, 10, 'paw', {}, []) },
			{ event: { kind: 'paw_placed' }, frame: position(2, 35, 'debate', {}, [1]) },
			{
				event: { kind: 'decided', choice: 'clue' },
				frame: position(4, 60, 'paw', {}, [1]),
				before: position(3, 50, 'debate', { 1: 'red', 2: 'clue', 3: 'blue' }, [1])
			},
			{ event: { kind: 'clue_laid' }, frame: position(4, 60, 'paw', {}, [1]) },
			{ event: { kind: 'paw_placed' }, frame: position(5, 64, 'debate', {}, [1, 2]) },
			{
				event: { kind: 'decided', choice: 'red', card_throw: 0 },
				frame: position(7, 90, 'over', {}, [1, 2]),
				before: position(6, 80, 'debate', { 1: 'blue', 2: 'red' }, [1, 2])
			}
		]
	} as unknown as Parameters<typeof clueAutopsy>[0];

	it('says who moved nearer to the mystery card and who away from it', () => {
		const [blue, green] = clueAutopsy(round);
		expect(blue).toEqual({
			paw: 0,
			at: 1,
			seconds: 25,
			nearer: [3],
			further: [1],
			right: [3],
			asked: [1, 2, 3]
		});
		expect(green).toMatchObject({ seconds: 4, nearer: [1], further: [2, 3], right: [1] });
	});

	it('has no times without those of the moves', () => {
		const untimed = {
			...round,
			moments: round.moments.map((moment) => ({ ...moment, frame: { ...moment.frame, step: {} } }))
		};
		expect(thinkingTimes(untimed as unknown as typeof round)).toEqual([undefined, undefined]);
		expect(longestThought([untimed as unknown as typeof round])).toBeUndefined();
	});

	it('finds who understood the cat best, the longest thought and the closest call', () => {
		const view = { result: { scores: [0, 0], winners: [], abandoned: false, won: false } };
		expect(bestReader([round])).toEqual({ seat: 1, cat: 0, right: 1, of: 2 });
		expect(longestThought([round])).toEqual({ cat: 0, round: 1, paw: 1, seconds: 25 });
		expect(closestCall([round], view as unknown as Parameters<typeof closestCall>[1])).toEqual({
			kind: 'tie',
			round: 1
		});
	});
});

describe('the closest call of a co-operative game', () => {
	const callAfter = (votes: Record<string, string>, places: number[]) => {
		const before = { view: { board: { places }, debate: { votes } } };
		const moments = [{ event: { kind: 'decided', choice: 'red' }, before }];
		const round = { number: 0, moments, summary: { outcome: 'lost', mystery: 1 } };
		const view = { result: { scores: [0], winners: [], abandoned: false, won: false } };
		return closestCall(...([[round], view] as unknown as Parameters<typeof closestCall>));
	};

	it('is the debate with the smallest majority', () => {
		const votes = { 1: 'red', 2: 'red', 3: 'blue', 4: 'clue' };
		expect(callAfter(votes, [0, 1])).toEqual({ kind: 'votes', round: 1, most: 2, next: 1 });
	});

	it('is about the mystery card, and has votes for both cards', () => {
		expect(callAfter({ 1: 'red', 2: 'blue', 3: 'red' }, [0, 2])).toBeUndefined();
		expect(callAfter({ 1: 'red' }, [0, 1])).toBeUndefined();
	});
});

describe('the end of a game', () => {
	const endOf = (name: keyof typeof GAMES) => {
		const frames = framesIn(name);
		return { rounds: roundsOf(frames), view: frames.at(-1)!.view };
	};

	it('without a co-operative result the closest call is between first and second', () => {
		expect(closestCall(...(Object.values(endOf('teams')) as Parameters<typeof closestCall>))).toEqual({
			kind: 'points',
			points: 13
		});
		expect(closestCall(...(Object.values(endOf('individual')) as Parameters<typeof closestCall>))!.kind).toBe(
			'points'
		);
	});

	it('without the seats that left, as they win nothing', () => {
		const result = { scores: [30, 20, 12, 17], winners: [1], abandoned: false };
		const view = { result, in_play: [1, 2, 3] } as unknown as View;
		expect(closestCall([], view)).toEqual({ kind: 'points', points: 3 });
	});

	it.each(['moods', 'teams', 'individual'] as const)('of %s names a seat that was not the cat', (name) => {
		const best = bestReader(endOf(name).rounds)!;
		expect(best.seat).not.toBe(best.cat);
		expect(best.right).toBeLessThanOrEqual(best.of);
		expect(longestThought(endOf(name).rounds)!.seconds).toBeGreaterThan(0);
	});

	it.each(NAMES)('of %s has the totals of the result', (name) => {
		const { view, rounds } = endOf(name);
		expect(totalsBySeat(view).map((totals) => totals.at(-1))).toEqual(view.result!.scores);
		expect(roundLabels(view)).toHaveLength(finishedRounds(view) + 1);
		expect(rounds.flatMap((round) => eventsOf(round, 'round_scored'))).toHaveLength(finishedRounds(view));
	});

	it('has the totals of both families', () => {
		expect(totalsByFamily(endOf('teams').view).map((totals) => totals.at(-1))).toEqual([12, 25]);
	});
});

it('writes durations in words', () => {
	expect([0.6, 59, 60, 125].map(durationText)).toEqual(['1 second', '59 seconds', '1 min 0 s', '2 min 5 s']);
});
