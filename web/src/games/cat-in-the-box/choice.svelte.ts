/** The player's current selection, the element that was asked about, and the move. */

import { settings } from '#lib/settings.svelte.ts';
import type { Move, Table } from './protocol.ts';
import { cardReason, reasonOf } from './reasons.ts';
import * as pick from './selection.ts';
import type { SeatNames } from '#lib/seat-names.ts';
import { whyCard, whySpace, type Reason } from './sentences.ts';
import type { Color, Space } from './labels.ts';

export class Choice {
	readonly #table: Table;
	#picked = $state.raw<{ turn: number | undefined; hint: unknown; selection: pick.Selection }>();
	#asked = $state.raw<{ version: number; reason: Reason }>();

	constructor(table: Table) {
		this.#table = table;
	}

	/** The selection of the current choice; a sent move stays selected. */
	get selection(): pick.Selection {
		const { pending, turn, view, hint } = this.#table;
		const picked = this.#picked?.turn === turn && this.#picked?.hint === hint ? this.#picked : undefined; // a newer hint counts
		const move = pending ?? (!picked && hint?.turn === turn ? hint?.move : undefined);
		if (move) return move.kind === 'bid' ? { tricks: move.tricks } : move;
		return pick.keepLegal(view?.legal, picked?.selection ?? pick.NO_SELECTION);
	}

	get move(): Move | undefined {
		return pick.moveOf(this.#table.view?.legal, this.selection);
	}

	/** Why the last tapped element cannot be used, until the next update. */
	get reason(): Reason | undefined {
		return this.#asked?.version === this.#table.version ? this.#asked.reason : undefined;
	}

	get seatNames(): SeatNames {
		return { names: this.#table.names, me: this.#table.seat };
	}

	pickCard(card: number): void {
		const { view } = this.#table;
		if (!view) return;
		const reason = cardReason(view, card);
		if (reason.kind !== 'open') return this.#ask(whyCard(view, card, reason, this.seatNames));
		this.#pick(pick.pickCard(view.legal, this.selection, card));
	}

	/** Selects a cell; without confirmation a legal one is played at once. */
	pickSpace(space: Space): void {
		const { view } = this.#table;
		if (!view) return;
		const reason = reasonOf(view, space);
		if (reason.kind !== 'open') return this.#ask(whySpace(view, space, reason, this.seatNames));
		this.#pick(pick.pickSpace(view.legal, this.selection, space));
		if (!settings.confirm) this.commit();
	}

	pickColor(color: Color): void {
		const { view } = this.#table;
		this.#pick(pick.pickColor(view?.legal, this.selection, color));
	}

	pickTricks(tricks: number): void {
		const { view } = this.#table;
		this.#pick(pick.pickTricks(view?.legal, this.selection, tricks));
	}

	/** Handles a number key: selects a bid or a card. */
	pickNumber(number: number): void {
		const { view } = this.#table;
		if (view?.legal?.bid) this.pickTricks(number);
		else if (view?.hand?.includes(number)) this.pickCard(number);
	}

	cancel(): void {
		if (this.#table.held !== undefined) return this.takeBack();
		this.#store(pick.NO_SELECTION);
		this.#asked = undefined;
		this.#table.dismiss();
	}

	/** Takes the held move back; it stays selected. */
	takeBack(): void {
		const { selection } = this;
		this.#table.takeBack();
		this.#store(selection);
	}

	commit(): void {
		const { move } = this;
		if (!move || this.#table.pending) return;
		this.#table.play(move);
		this.#picked = undefined;
	}

	#pick(selection: pick.Selection): void {
		if (this.#table.pending) return;
		this.#table.dismiss();
		this.#asked = undefined;
		this.#store(selection);
	}

	#store(selection: pick.Selection): void {
		const { turn, hint } = this.#table;
		this.#picked = { turn, hint, selection };
	}

	#ask(reason: Reason): void {
		if (!this.#table.tableStatus?.paused) this.#asked = { version: this.#table.version, reason };
	}
}
