import { codeOf } from '#lib/api.ts';
import type { LessonPosition, LessonVerdict } from '#lib/protocol.ts';
import { randomHex } from '#lib/random.ts';
import type { TableConnection, TableListener } from '#lib/table/table-socket.ts';
import { lessonApi } from './api.ts';
import { practicePosition } from './practice-table.ts';

export interface LessonAddress {
	game: string;
	lesson: string;
	start: LessonPosition['start'];
}

type Step = LessonPosition['start'];

/** The connection of a lesson's table: the server judges each move, and other seats reply with a pause between. */
export class LessonSocket implements TableConnection {
	readonly #address: LessonAddress;
	readonly #listener: TableListener;
	readonly #onVerdict: (verdict: LessonVerdict) => void;
	readonly #pause: () => number; // milliseconds before each reply
	readonly #moves: object[] = [];
	#version = 0;
	#closed = false;

	constructor(
		address: LessonAddress,
		listener: TableListener,
		onVerdict: (verdict: LessonVerdict) => void,
		pause: () => number
	) {
		this.#address = address;
		this.#listener = listener;
		this.#onVerdict = onVerdict;
		this.#pause = pause;
	}

	open(): void {
		this.#closed = false;
		this.#listener.onConnection('open');
		if (this.#version === 0) this.#show(this.#address.start, true, false);
	}

	close(): void {
		this.#closed = true;
	}

	play(_turn: number, move: object): string {
		const id = randomHex(12);
		void this.#answer(id, move);
		return id;
	}

	/** A lesson has neither chat nor rematch nor spectators. */
	send(): void {}
	answerRematch(): void {}
	showHand(): void {}
	wake(): void {}

	async #answer(id: string, move: object): Promise<void> {
		const { game, lesson } = this.#address;
		try {
			const { steps, refused, verdict } = await lessonApi.answer(game, lesson, [...this.#moves, move]);
			if (refused) return this.#listener.onAnswer({ id, code: refused });
			this.#moves.push(move);
			this.#listener.onAnswer({ id, version: this.#version + 1 });
			await this.#showAll(steps, !verdict);
			if (verdict && !this.#closed) this.#onVerdict(verdict);
		} catch (error) {
			this.#listener.onAnswer({ id, code: codeOf(error) });
		}
	}

	async #showAll(steps: Step[], goesOn: boolean): Promise<void> {
		for (const [index, step] of steps.entries()) {
			if (index > 0) await new Promise((over) => setTimeout(over, this.#pause()));
			if (this.#closed) return;
			this.#version += 1;
			this.#show(step, goesOn && index === steps.length - 1, true);
		}
	}

	/** Shows a position; its legal moves only if the learner is to move there. */
	#show({ view, log }: Step, mayMove: boolean, live: boolean): void {
		this.#listener.onPosition(
			practicePosition(this.#version, view, mayMove),
			[{ version: this.#version, events: log as { kind: string }[] }],
			live
		);
	}
}
