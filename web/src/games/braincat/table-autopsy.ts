/** The reports on the paws of a round that is over, from what the table has seen of it: its log. */

import { debateStances, reportsOf, type PawReport, type Stance } from './paw-reports.ts';
import { FAMILIES } from './board.ts';
import type { Event, LogEntry, RoundSummary, View } from './protocol.ts';

/**
 * Returns a report on each paw of a round, void ones counted from 0; none without the mystery card. In teams mode
 * votes are secret until the game is over (B31): the reports are about families, by index, instead of seats.
 */
export function tableAutopsy(
	log: readonly LogEntry[],
	view: View,
	round: number,
	{ board, mystery }: RoundSummary
): PawReport[] {
	if (mystery === undefined) return [];
	const course = new Course(view, board.cat, mystery);
	let number = -1;
	for (const entry of log) {
		for (const event of entry.events) {
			if (event.kind === 'cat_found') number += 1;
			if (number === round) course.take(event, entry.at);
			else course.countSeats(event);
		}
	}
	return reportsOf(board.paws, course.stances, course.times);
}

/** Returns the seconds that the cat of the current round thought, by paw, as far as the log has times. */
export function thinkingTimes(log: readonly LogEntry[]): number[] {
	const begins = log.findLastIndex(({ events }) => events.some(({ kind }) => kind === 'cat_found'));
	const times = new ThinkingTimes();
	for (const { events, at } of log.slice(Math.max(0, begins)))
		for (const event of events) times.take(event, at);
	return times.seconds.filter((one) => one !== undefined);
}

/** How long the cat of a round thought. */
class ThinkingTimes {
	readonly seconds: (number | undefined)[] = []; // by paw
	#laid: number | undefined; // when the last clue came, in seconds since the start

	take(event: Event, at: number | undefined): void {
		if (event.kind === 'cat_found') this.seconds.length = 0;
		if (event.kind === 'clue_laid') this.#laid = at;
		if (event.kind === 'paw_placed') this.seconds.push(seconds(this.#laid, at));
	}
}

/** The course of a round as its events show it. */
class Course {
	readonly stances: Stance[] = [];
	readonly #thinking = new ThinkingTimes();
	readonly #view: View;
	readonly #cat: number;
	readonly #mystery: number;
	readonly #away = new Set<number>();
	readonly #at: Record<string, number> = {}; // masters, by the seat of a token or the family of a totem
	#sides: (number | null)[] = [null, null]; // masters of co-operative modes
	#votes: Record<string, string> = {};

	constructor(view: View, cat: number, mystery: number) {
		this.#view = view;
		this.#cat = cat;
		this.#mystery = mystery;
	}

	/** Seconds that the cat thought, by paw. */
	get times(): readonly (number | undefined)[] {
		return this.#thinking.seconds;
	}

	countSeats(event: Event): void {
		if (event.kind === 'seat_left') this.#away.add(event.seat);
		if (event.kind === 'seat_returned') this.#away.delete(event.seat);
	}

	take(event: Event, at: number | undefined): void {
		this.countSeats(event);
		this.#thinking.take(event, at);
		this.#takeCards(event);
		this.#takeChoices(event);
	}

	#takeCards(event: Event): void {
		switch (event.kind) {
			case 'master_opened':
				this.#sides = replaced(this.#sides, null, event.master);
				break;
			case 'master_turned_out':
				this.#sides = replaced(this.#sides, event.master, null);
		}
	}

	#takeChoices(event: Event): void {
		switch (event.kind) {
			case 'vote_cast':
				this.#votes[event.seat] = event.choice;
				break;
			case 'seat_left':
				delete this.#votes[event.seat];
				break;
			case 'decided':
				this.#decide();
				break;
			case 'token_placed':
			case 'token_stayed':
				this.#move(String(event.seat), [event.seat], 'master' in event ? event.master : undefined);
				break;
			case 'totem_placed':
			case 'totem_stayed':
				this.#move(
					event.family,
					[FAMILIES.indexOf(event.family)],
					'master' in event ? event.master : undefined
				);
		}
	}

	#decide(): void {
		const inPlay = Array.from({ length: this.#view.seats }, (_, seat) => seat);
		const places = { cat: this.#cat, places: this.#sides };
		this.stances.push(
			...debateStances(
				inPlay.filter((seat) => !this.#away.has(seat)),
				this.#votes,
				places,
				this.times.length,
				this.#mystery
			)
		);
		this.#votes = {};
	}

	/** A token or totem goes to a master, or stays without one. */
	#move(piece: string, seats: readonly number[], master: number | undefined): void {
		if (master !== undefined) this.#at[piece] = master;
		const nearness = Number(this.#at[piece] === this.#mystery);
		this.stances.push(...seats.map((seat) => ({ seat, paws: this.times.length, nearness })));
	}
}

const seconds = (from: number | undefined, to: number | undefined): number | undefined =>
	from === undefined || to === undefined ? undefined : Math.max(0, to - from);

/** Puts `now` in the place of the first `before`. */
function replaced(
	places: readonly (number | null)[],
	before: number | null,
	now: number | null
): (number | null)[] {
	const at = places.indexOf(before);
	return places.map((place, index) => (index === at ? now : place));
}
