import { describe, expect, it } from 'vitest';
import { pinned, reasonOf, shortenedReason } from '#games/braincat/pinned-line.ts';
import type { LogEntry, View } from '#games/braincat/protocol.ts';
import { clueAutopsy } from '#games/braincat/replay/clue-autopsy.ts';
import { roundName } from '#games/braincat/round-names.ts';
import { roundsOf } from '#games/braincat/rounds.ts';
import { tableAutopsy, thinkingTimes } from '#games/braincat/table-autopsy.ts';
import type { ChatLine } from '#lib/protocol.ts';
import { framesIn, type GAMES } from './games.ts';

const logOf = (name: keyof typeof GAMES): LogEntry[] =>
	framesIn(name).map(({ ply, events }) => ({ version: ply, events }));

describe.each(['discovery', 'moods', 'individual'] as const)('the %s game', (name) => {
	it('has the same autopsy from the log as from the replay', () => {
		const { view } = framesIn(name).at(-1)!;
		for (const round of roundsOf(framesIn(name))) {
			const reports = tableAutopsy(logOf(name), view, round.number, round.summary!);
			expect(reports).toEqual(clueAutopsy(round).map((report) => ({ ...report, seconds: undefined })));
		}
	});
});

it('counts the thought of the cat between a clue and its paw', () => {
	const log = logOf('discovery').map((entry, index) => ({ ...entry, at: index * 10 }));
	const { view } = framesIn('discovery').at(-1)!;
	const [report] = tableAutopsy(log, view, 0, view.ended[0]!);
	expect(report!.seconds).toBe(10);
});

it('reports on families, as their votes are secret until the game is over', () => {
	const { view } = framesIn('teams').at(-1)!;
	for (const { number, summary } of roundsOf(framesIn('teams'))) {
		const named = tableAutopsy(logOf('teams'), view, number, summary!).flatMap(({ asked }) => asked);
		expect(new Set(named)).toEqual(new Set([0, 1]));
	}
});

it('knows how long the cat of the current round has thought', () => {
	const log = logOf('discovery').map((entry, index) => ({ ...entry, at: index * 10 }));
	const paws = log.findIndex(({ events }) => events.some(({ kind }) => kind === 'paw_placed'));
	expect(thinkingTimes(log.slice(0, paws + 1))).toEqual([10]);
	expect(thinkingTimes(logOf('discovery'))).toEqual([]);
});

it('finds the last reason that the cat of a round has pinned', () => {
	const lines = [
		{ seat: 1, text: pinned(0, 'boats') },
		{ seat: 2, text: pinned(0, 'no') },
		{ seat: 1, text: pinned(1, 'later') },
		{ seat: 1, text: 'hello' }
	] as ChatLine[];
	expect(reasonOf(lines, 1, 0)).toBe('boats');
	expect(reasonOf(lines, 1, 2)).toBeUndefined();
});

it('truncates a reason that does not fit into a chat line with its mark', () => {
	expect(pinned(9, shortenedReason(9, 'x'.repeat(400)))).toHaveLength(300);
});

it('numbers a void round like its repetition', () => {
	const ended = Object.fromEntries(
		(['won', 'void', 'lost'] as const).map((outcome, round) => [round, { outcome }])
	) as unknown as View['ended'];
	expect([0, 1, 2].map((round) => roundName({ ended }, round))).toEqual([
		'Round 1',
		'Round 2, void',
		'Round 2'
	]);
});
