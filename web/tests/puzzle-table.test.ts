import { afterEach, expect, it, vi } from 'vitest';
import type { PuzzleTask } from '#lib/protocol.ts';
import { puzzleTable, type OnAnswer } from '#lib/puzzles/puzzle-table.ts';

afterEach(() => void vi.unstubAllGlobals());

const MOVE = { kind: 'bid', tricks: 2 } as never;
const PUZZLE = { key: 'k', seat: 0, options: {}, view: { seats: 3, legal: [MOVE] } } as unknown as PuzzleTask;

it('the best move is shown on the table after the answer', async () => {
	const best = { kind: 'bid', tricks: 1 };
	const outcome = { solved: false, moves: [{ move: best, points: 3, chances: {} }] };
	vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ refused: '', outcome })));
	const table = puzzleTable('cat-in-the-box', PUZZLE, () => undefined);
	table.connect();
	table.play(MOVE);
	await vi.waitFor(() => expect(table.hint).toEqual({ turn: undefined, move: best }));
	expect(table.turn).toBeUndefined();
});

it('a puzzle goes on after the response to its answer was lost', async () => {
	const fetch = vi
		.fn<() => Promise<Response>>()
		.mockRejectedValueOnce(new TypeError())
		.mockResolvedValue(Response.json({ code: 'puzzle_answered' }, { status: 409 }));
	vi.stubGlobal('fetch', fetch);
	const onAnswer = vi.fn<OnAnswer>();
	const table = puzzleTable('cat-in-the-box', PUZZLE, onAnswer);
	table.connect();
	table.play(MOVE);
	await vi.waitFor(() => expect(table.refusal).toEqual({ code: 'offline' }));
	expect([table.turn, onAnswer.mock.calls]).toEqual([0, []]);
	table.play(MOVE);
	await vi.waitFor(() => expect(onAnswer.mock.calls).toEqual([[undefined, MOVE]]));
	expect([table.turn, table.pending, table.refusal]).toEqual([undefined, undefined, undefined]);
});
