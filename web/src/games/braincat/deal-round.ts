/** Derives a round's mood and cards from the seed, as engine/braincat/deal.py does (B3, B5, B6, B18, B19). */

import { Stream } from '#lib/fairness/shuffle.ts';

/** A pack in the options of a record: letters or sexes by card, card 1 first. */
export interface PackData {
	letters?: string[];
	sexes?: string;
	memo: boolean;
}

export type Packs = Record<string, PackData>;

/** The cards of a round; card numbers. */
export interface Deal {
	mood?: string;
	pack: string; // of the masters
	masters: number[]; // in the order of opening
	mystery: number;
	clues: number[]; // the whole pile
}

/** What a round's cards depend on besides the seed. */
export interface DealtRound {
	number: number; // of rounds dealt before, void ones too
	chosen: string; // the pack that the cat chose
	cluePack: string | undefined; // with Schizo
	finished: { mood: string | undefined; pack: string }[]; // the finished rounds before
}

const MOODS = ['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8', 'M9', 'M10'];
const FICKLE = 'M6';
const GREEDY = 'M7';
const BRAZEN = 'M10';
const MASTERS: Record<string, number> = { discovery: 5, moods: 5, teams: 6, individual: 4 };
const MASTERS_OF_GREEDY = 6;
const MAX_TIMES_PLAYED = 2;

const sexOf = ({ sexes = '' }: PackData, card: number): string => sexes[card - 1] ?? '';
const sizeOf = ({ letters, sexes = '' }: PackData): number => letters?.length ?? sexes.length;
const cardsOf = (pack: PackData): number[] => Array.from({ length: sizeOf(pack) }, (_, index) => index + 1);

export function dealRound(seed: Uint8Array, mode: string, packs: Packs, round: DealtRound): Deal {
	const { number, cluePack } = round;
	const mood = mode === 'moods' ? drawMood(seed, round) : undefined;
	const pack = mood === FICKLE ? swapPack(seed, packs, round) : round.chosen;
	const stream = new Stream(seed, `round:${number}`);
	const order = stream.shuffle(cardsOf(packs[pack]!));
	const mystery = order[0]!;
	const masters = mastersOf(order, packs[pack]!, mood === GREEDY ? MASTERS_OF_GREEDY : MASTERS[mode]!);
	const opening = stream.shuffle(masters);
	const clues = cluePack
		? new Stream(seed, `clues:${number}`).shuffle(cardsOf(packs[cluePack]!))
		: order.filter((card) => !masters.includes(card) && mayBeClue(packs[pack]!, card, mystery));
	return { ...(mood && { mood }), pack, masters: opening, mystery, clues };
}

function drawMood(seed: Uint8Array, { finished }: DealtRound): string {
	const gone = finished.map(({ mood }) => mood);
	return new Stream(seed, 'moods').shuffle(MOODS).find((mood) => !gone.includes(mood))!;
}

/** Returns the pack that M6 leads to: the chosen one if there is no other. */
function swapPack(
	seed: Uint8Array,
	packs: Packs,
	{ number, chosen, cluePack, finished }: DealtRound
): string {
	const timesPlayed = (name: string): number => finished.filter(({ pack }) => pack === name).length;
	const others = Object.keys(packs)
		.sort()
		.filter((name) => name !== chosen && name !== cluePack && timesPlayed(name) < MAX_TIMES_PLAYED);
	return others.length ? others[new Stream(seed, `swap:${number}`).below(others.length)]! : chosen;
}

/** Returns the mystery card and the first cards of its sex. */
const mastersOf = (order: number[], pack: PackData, count: number): number[] =>
	order.filter((card) => sexOf(pack, card) === sexOf(pack, order[0]!)).slice(0, count);

const mayBeClue = (pack: PackData, card: number, mystery: number): boolean =>
	!pack.sexes || sexOf(pack, card) !== sexOf(pack, mystery);

/** Returns the first clues of the chain by the letters rule (B7, B9, M10). */
export function clueChain(deal: Pick<Deal, 'mood' | 'clues'>, pack: PackData, length: number): number[] {
	const chain = deal.clues.slice(0, 2);
	let pile = deal.clues.slice(2);
	let aside: number[] = [];
	while (chain.length < length) {
		if (pile.length === 0) [pile, aside] = [aside, []];
		const used = new Set(chain.flatMap((card) => [...lettersOf(pack, card)]));
		const fits = (card: number): boolean => ![...lettersOf(pack, card)].some((letter) => used.has(letter));
		const at = deal.mood === BRAZEN ? 0 : Math.max(0, pile.findIndex(fits));
		chain.push(pile[at]!);
		aside = [...aside, ...pile.slice(0, at)];
		pile = pile.slice(at + 1);
	}
	return chain.slice(0, length);
}

const lettersOf = ({ letters }: PackData, card: number): string => letters?.[card - 1] ?? '';
