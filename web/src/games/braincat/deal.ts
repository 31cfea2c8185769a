/** Derives the deals from the seed and compares them with the moves of the record and with the replay. */

import { m } from '#messages';
import type { Finding, GameRecord } from '#lib/fairness/record.ts';
import { Stream } from '#lib/fairness/shuffle.ts';
import { framesOf } from '#lib/replay/frames.ts';
import { clueChain, dealRound, type Deal, type DealtRound, type Packs } from './deal-round.ts';
import { shownDraws, type Draw } from './draws.ts';
import { packName } from './pack-names.ts';
import type { Document } from './protocol.ts';
import { numberAmong, eventsOf, roundsOf, type Round } from './rounds.ts';

/** A deal in a record; the pack is written for M6 only. */
export type WrittenDeal = Omit<Deal, 'pack'> & { pack?: string; draws: number[] };

/** Where the cards and the numbers drawn of a game come from. */
interface Source {
	dealOf: (round: DealtRound) => Deal | undefined;
	drawsOf: (number: number, bounds: number[]) => (number | undefined)[];
}

interface Options {
	mode: string;
	packs: Packs;
}

/** Checks each round that was dealt. Without the replay, nothing shows which cards were used. */
export default function checkDeal(record: GameRecord, seed?: Uint8Array, replay?: Document): Finding[] {
	if (!replay) return [{ verdict: 'unknown', text: m.brain_fairness_no_replay() }];
	const options = replay.table.options as unknown as Options;
	const source = seed ? fromSeed(seed, options) : fromRecord(record.deals as WrittenDeal[] | undefined);
	const rounds = roundsOf(framesOf(replay));
	const dealt = rounds.filter((round) => eventsOf(round, 'round_dealt').length > 0);
	const packs: Finding[] = samePacks(record, rounds)
		? []
		: [{ verdict: 'wrong', text: m.brain_fairness_other_packs() }];
	return [
		...packs,
		...dealt.map((round, number) => check(round, factsOf(dealt, number), rounds, source, options))
	];
}

function fromSeed(seed: Uint8Array, { mode, packs }: Options): Source {
	return {
		dealOf: (round) => dealRound(seed, mode, packs, round),
		drawsOf: (number, bounds) => {
			const stream = new Stream(seed, `draws:${number}`);
			return bounds.map((bound) => stream.below(bound));
		}
	};
}

function fromRecord(deals: WrittenDeal[] = []): Source {
	return {
		dealOf: ({ number, chosen }) => deals[number] && { pack: chosen, ...deals[number] },
		drawsOf: (number, bounds) => bounds.map((_, index) => deals[number]?.draws[index])
	};
}

/** Whether the record's moves choose the packs that the replay shows. */
function samePacks({ moves }: GameRecord, rounds: Round[]): boolean {
	const inRecord = moves.flatMap(([seat, move]) => (move.kind === 'choose_pack' ? [[seat, move.pack]] : []));
	const shown = rounds.flatMap((round) =>
		eventsOf(round, 'pack_chosen').map(({ seat, pack }) => [seat, pack])
	);
	return JSON.stringify(inRecord) === JSON.stringify(shown);
}

/** What the cards of a round depend on, from the rounds dealt. */
function factsOf(dealt: Round[], number: number): DealtRound {
	const [chosen, ofClues] = eventsOf(dealt[number]!, 'pack_chosen');
	const finished = dealt.slice(0, number).filter(({ summary }) => summary?.outcome !== 'void');
	return {
		number,
		chosen: chosen!.pack,
		cluePack: ofClues?.pack,
		finished: finished.map(({ board }) => ({ mood: board.mood, pack: board.pack! }))
	};
}

function check(shown: Round, facts: DealtRound, rounds: Round[], source: Source, options: Options): Finding {
	const round = numberAmong(rounds, shown);
	const deal = source.dealOf(facts);
	if (!deal) return { verdict: 'wrong', text: m.brain_fairness_no_deal({ round }) };
	const draws = shownDraws(shown);
	const wrong =
		notShown(shown, facts, deal, options, round) ??
		notDrawn(
			draws,
			source.drawsOf(
				facts.number,
				draws.map(({ bound }) => bound)
			),
			round
		);
	const text =
		wrong ??
		(shown.summary?.outcome === 'void'
			? m.brain_fairness_void({ round })
			: m.brain_fairness_round({ round }));
	return { verdict: wrong ? 'wrong' : 'right', text, cards: toRead(deal, round) };
}

/** Returns an error text if the replay shows another mood or other cards. */
function notShown(
	{ board, summary }: Round,
	{ cluePack }: DealtRound,
	deal: Deal,
	{ packs }: Options,
	round: number
): string | undefined {
	const masters = summary?.masters ?? board.masters;
	const mystery = summary?.mystery === undefined ? deal.mystery : masters[summary.mystery];
	const chain = clueChain(deal, packs[cluePack ?? deal.pack]!, board.clues.length);
	const dealt = [deal.mood, deal.pack, deal.masters.slice(0, masters.length), deal.mystery, chain];
	const shown = [board.mood, board.pack, masters, mystery, board.clues];
	const same = JSON.stringify(dealt) === JSON.stringify(shown);
	return same ? undefined : m.brain_fairness_not_shown({ round });
}

/** Returns an error text if the totems or a lot gave another number. */
function notDrawn(shown: Draw[], drawn: (number | undefined)[], round: number): string | undefined {
	const same = shown.every(({ number }, index) => number === drawn[index]);
	return same ? undefined : m.brain_fairness_not_drawn({ round });
}

function toRead({ pack, masters, mystery, clues }: Deal, round: number): Finding['cards'] {
	return {
		title: m.brain_fairness_cards({ round, pack: packName(pack) }),
		lines: [
			m.brain_fairness_masters({ cards: masters.join(' '), mystery }),
			m.brain_fairness_clues({ cards: clues.join(' ') })
		]
	};
}
