/** The end of a game in three sentences' worth of data. */

import type { Event, View } from '../protocol.ts';
import { numberAmong, type Moment, type Round } from '../rounds.ts';
import { clueAutopsy } from './clue-autopsy.ts';

/** Who was on a cat's mystery card after the most of its paws. */
export interface BestReader {
	seat: number;
	cat: number;
	right: number; // paws
	of: number;
}

export interface LongestThought {
	cat: number;
	round: number; // from 1
	paw: number; // from 1
	seconds: number;
}

/** A debate about the mystery card, or how far the first is ahead. */
export type ClosestCall =
	| { kind: 'tie'; round: number }
	| { kind: 'votes'; round: number; most: number; next: number }
	| { kind: 'points'; points: number };

const counted = (rounds: readonly Round[]): Round[] =>
	rounds.filter(({ summary }) => summary && summary.outcome !== 'void');

export function bestReader(rounds: readonly Round[]): BestReader | undefined {
	const readers = new Map<string, BestReader>();
	for (const round of counted(rounds)) {
		for (const { asked, right } of clueAutopsy(round)) {
			for (const seat of asked) {
				const key = `${seat} ${round.cat}`;
				const reader = readers.get(key) ?? { seat, cat: round.cat, right: 0, of: 0 };
				reader.of += 1;
				reader.right += Number(right.includes(seat));
				readers.set(key, reader);
			}
		}
	}
	const best = [...readers.values()].sort((a, b) => b.right - a.right || a.of - b.of)[0];
	return best && best.right > 0 ? best : undefined;
}

export function longestThought(rounds: readonly Round[]): LongestThought | undefined {
	const thoughts = counted(rounds).flatMap((round) =>
		clueAutopsy(round).flatMap(({ paw, seconds }) =>
			seconds === undefined
				? []
				: [{ cat: round.cat, round: numberAmong(rounds, round), paw: paw + 1, seconds }]
		)
	);
	return thoughts.sort((a, b) => b.seconds - a.seconds)[0];
}

export function closestCall(rounds: readonly Round[], view: View): ClosestCall | undefined {
	if (!view.result || view.result.abandoned) return undefined;
	return view.result.won === undefined ? pointsAhead(view) : closestDebate(rounds);
}

/** How far the first family, or the first of the seats in play (B36), is ahead. */
function pointsAhead({ families, in_play, result }: View): ClosestCall {
	const { scores } = result!;
	const sides = families
		? [scores[families.indexOf('red')]!, scores[families.indexOf('blue')]!]
		: in_play.map((seat) => scores[seat]!);
	const [first, second] = sides.sort((a, b) => b - a);
	return { kind: 'points', points: first! - second! };
}

function closestDebate(rounds: readonly Round[]): ClosestCall | undefined {
	const debates = counted(rounds).flatMap((round) =>
		round.moments.flatMap((moment) => debateAbout(moment, round, numberAmong(rounds, round)))
	);
	const marginOf = (call: ClosestCall): number => (call.kind === 'votes' ? call.most - call.next : 0);
	return debates.sort((a, b) => marginOf(a) - marginOf(b))[0];
}

/** A debate about the mystery card and another one, both with votes, in which one of them was kept. */
function debateAbout({ event, before }: Moment, { summary }: Round, round: number): ClosestCall[] {
	if (event.kind !== 'decided' || !keepsCard(event)) return [];
	const { board, debate } = before!.view;
	if (summary?.mystery === undefined || !board!.places.includes(summary.mystery)) return [];
	const votes = Object.values(debate?.votes ?? {});
	if (event.card_throw !== undefined) return votes.length > 0 ? [{ kind: 'tie', round }] : [];
	const [next, most] = (['red', 'blue'] as const)
		.map((card) => votes.filter((vote) => vote === card).length)
		.sort((a, b) => a - b);
	return next! > 0 ? [{ kind: 'votes', round, most: most!, next: next! }] : [];
}

const keepsCard = ({ choice }: Extract<Event, { kind: 'decided' }>): boolean =>
	choice === 'red' || choice === 'blue';
