/** The table on which a puzzle is solved: it shows one position and takes one move. */

import { codeOf } from '#lib/api.ts';
import { practicePosition, practiceTable } from '#lib/learn/practice-table.ts';
import type { PuzzleOutcome, PuzzleTask } from '#lib/protocol.ts';
import { randomHex } from '#lib/random.ts';
import type { TableConnection, TableListener } from '#lib/table/table-socket.ts';
import type { Table } from '#lib/table/table.svelte.ts';
import { puzzleApi } from './api.ts';

/** `outcome` is undefined if this player had given another answer: the response to that may have been lost. */
export type OnAnswer = (outcome: PuzzleOutcome | undefined, move: object) => void;

class PuzzleSocket implements TableConnection {
	readonly #game: string;
	readonly #puzzle: PuzzleTask;
	readonly #listener: TableListener;
	readonly #onAnswer: OnAnswer;
	#answered = false;

	constructor(game: string, puzzle: PuzzleTask, listener: TableListener, onAnswer: OnAnswer) {
		this.#game = game;
		this.#puzzle = puzzle;
		this.#listener = listener;
		this.#onAnswer = onAnswer;
	}

	open(): void {
		this.#listener.onConnection('open');
		this.#show();
	}

	play(_turn: number, move: object): string {
		const id = randomHex(12);
		void this.#answer(id, move);
		return id;
	}

	/** A puzzle has neither chat nor rematch nor spectators. */
	close(): void {}
	send(): void {}
	answerRematch(): void {}
	showHand(): void {}
	wake(): void {}

	async #answer(id: string, move: object): Promise<void> {
		try {
			const { refused, outcome } = await puzzleApi.answer(this.#game, this.#puzzle.key, move);
			if (!outcome) return this.#listener.onAnswer({ id, code: refused });
			this.#end(id, move, outcome);
		} catch (error) {
			const code = codeOf(error);
			if (code === 'puzzle_answered') this.#end(id, move);
			else this.#listener.onAnswer({ id, code });
		}
	}

	#end(id: string, move: object, outcome?: PuzzleOutcome): void {
		this.#answered = true;
		this.#listener.onAnswer({ id, version: 1 });
		this.#show();
		this.#onAnswer(outcome, move);
	}

	/** Shows the position; its legal moves only before the answer. */
	#show(): void {
		const version = this.#answered ? 1 : 0;
		this.#listener.onPosition(practicePosition(version, this.#puzzle.view, !this.#answered), [], false);
	}
}

/** Returns the table of a puzzle; `onAnswer` gets the outcome and the move. The best move is then shown on it. */
export function puzzleTable(game: string, puzzle: PuzzleTask, onAnswer: OnAnswer): Table {
	const { seat, options, view } = puzzle;
	const { seats } = view as { seats: number };
	const onEnd: OnAnswer = (outcome, move) => {
		if (outcome) table.hint = { turn: table.turn, move: outcome.moves[0]!.move };
		onAnswer(outcome, move);
	};
	const table = practiceTable(
		{ game, options, seats, seat },
		(listener) => new PuzzleSocket(game, puzzle, listener, onEnd)
	);
	return table;
}
