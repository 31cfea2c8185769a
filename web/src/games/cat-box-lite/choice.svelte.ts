/**
 * The player's current selection: a face and a place, and the move they make. Legal moves come with the
 * view.
 */

import { settings } from '#lib/settings.svelte.ts';
import { nameOf, spotOf } from './area.ts';
import type { Move, Table, View } from './protocol.ts';

export interface Card {
	holder: number;
	slot: number;
	side: Move['face'];
}

export const sameCard = (a: Card | undefined, b: Card): boolean =>
	a?.holder === b.holder && a.slot === b.slot && a.side === b.side;

/** Returns the face on this side of a card; undefined if it is private to another seat. */
export function faceOf(view: View, { holder, slot, side }: Card): string | undefined {
	return side === 'public' ? view.hands[holder]?.[slot] : view.backs?.[slot];
}

/** Returns all playable faces in order, the reader's own first. */
export function playable(view: View, me: number | undefined): Card[] {
	if (me === undefined || !view.legal) return [];
	const seats = Array.from({ length: view.seats }, (_, step) => (me + step) % view.seats);
	return seats.flatMap((holder) =>
		view.hands[holder]!.flatMap((_, slot): Card[] =>
			holder === me
				? [
						{ holder, slot, side: 'public' },
						{ holder, slot, side: 'private' }
					]
				: [{ holder, slot, side: 'public' }]
		)
	);
}

export class Choice {
	readonly #table: Table;
	#picked = $state.raw<{ turn: number; hint: unknown; card?: Card; place?: string }>();
	#missed = $state(false);

	constructor(table: Table) {
		this.#table = table;
	}

	get #mine(): { card?: Card; place?: string } {
		const { pending, turn, hint } = this.#table;
		const picked = this.#picked?.turn === turn && this.#picked?.hint === hint ? this.#picked : undefined; // a newer hint counts
		const move = pending ?? (!picked && hint?.turn === turn ? hint?.move : undefined);
		if (!move) return picked ?? {};
		const { holder, slot, face: side } = move;
		return { card: { holder, slot, side }, place: nameOf(move) };
	}

	get card(): Card | undefined {
		return this.#mine.card;
	}

	/** The upper left square of the preview. */
	get place(): string | undefined {
		return this.#mine.place;
	}

	get face(): string | undefined {
		const { view } = this.#table;
		return view && this.card && faceOf(view, this.card);
	}

	/** Whether the last place tried was illegal for the chosen face (L8). */
	get missed(): boolean {
		return this.#missed && this.places.length > 0;
	}

	/** Legal places of the chosen face. */
	get places(): string[] {
		const legal = this.#table.view?.legal;
		const most = this.face === undefined ? undefined : legal?.faces[this.face];
		if (!legal || most === undefined || this.#table.pending) return [];
		return Object.keys(legal.places).filter((place) => legal.places[place]!.length <= most);
	}

	/** What a card at the chosen place covers, as letters. */
	get covers(): string {
		return (this.place && this.#table.view?.legal?.places[this.place]) ?? '';
	}

	get move(): Move | undefined {
		const { card, place } = this;
		if (!card || place === undefined || !this.places.includes(place)) return undefined;
		return { kind: 'place', holder: card.holder, slot: card.slot, face: card.side, ...spotOf(place) };
	}

	/** Selects a face and keeps a place that is legal for it, too; deselects the face if it was selected. */
	pickCard(card: Card): void {
		if (this.#table.pending || !this.#table.view?.legal) return;
		const { place } = this;
		if (sameCard(this.card, card)) return this.cancel();
		this.#pick({ card });
		if (place !== undefined && this.places.includes(place)) this.#pick({ card, place });
	}

	/** Previews the card at this place; plays it if the preview is there already or needs no confirmation. */
	pickPlace(place: string): void {
		if (!this.places.includes(place)) return;
		const again = this.place === place;
		this.#pick({ card: this.card, place });
		if (again || !settings.confirm) this.commit();
	}

	/** Notes an attempt at an illegal place. */
	miss(): void {
		this.#missed = true;
	}

	/** Previews the card at this place. */
	lookAt(place: string): void {
		if (this.places.includes(place)) this.#pick({ card: this.card, place });
	}

	cancel(): void {
		if (this.#table.held !== undefined) this.#table.takeBack();
		else this.#pick({});
		this.#missed = false;
		this.#table.dismiss();
	}

	commit(): void {
		if (this.move && !this.#table.pending) this.#table.play(this.move);
	}

	#pick(picked: { card?: Card; place?: string }): void {
		this.#missed = false;
		this.#table.dismiss();
		const { turn, hint } = this.#table;
		if (turn !== undefined) this.#picked = { turn, hint, ...picked };
	}
}
