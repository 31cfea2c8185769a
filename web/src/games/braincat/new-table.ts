/** The options of a new table. */

import type { TableOptions } from '#lib/game-definition.ts';
import type { GameInfo } from '#lib/protocol.ts';
import type { PackTexts } from '#lib/protocol.gen.ts';
import { FAMILIES } from './board.ts';
import type { Family, View } from './protocol.ts';

export type Mode = View['mode'];

/** An option with a fixed list of values, as the form offers it. */
export interface Offer {
	values: readonly (string | number | boolean)[];
	chosen: string | number | boolean;
}

const SEATS: Record<Mode, [least: number, most: number]> = {
	discovery: [2, 12],
	moods: [2, 12],
	teams: [6, 12],
	individual: [3, 12]
};

const MAX_PACKS = 20; // of a table

/** Returns the mode of these options; the default one if none is chosen. */
export const modeOf = ({ mode = 'discovery' }: TableOptions): Mode => mode as Mode;

/** Returns those numbers of seats that the mode allows. */
export function seatsFor(options: TableOptions, seats: readonly number[]): number[] {
	const [least, most] = SEATS[modeOf(options)];
	return seats.filter((count) => count >= least && count <= most);
}

const MIN_FAMILY = 3; // seats

/** Returns the families by seat: red and blue in turn unless they are chosen for this number of seats. */
export function familiesOf({ families }: TableOptions, seats: number): Family[] {
	const chosen = families as Family[] | undefined;
	if (chosen?.length === seats) return chosen;
	return Array.from({ length: seats }, (_, seat) => FAMILIES[seat % 2]!);
}

/** Moves a seat to the other family, unless its own would be too small. */
export function withOtherFamily(families: readonly Family[], seat: number): readonly Family[] {
	const own = families[seat]!;
	if (families.filter((family) => family === own).length <= MIN_FAMILY) return families;
	return families.with(seat, own === 'red' ? 'blue' : 'red');
}

/** Returns the options without families of another number of seats or of another mode. */
export function fitting(options: TableOptions, seats: number): TableOptions {
	const { families, ...others } = options;
	const fits = modeOf(options) === 'teams' && (families as Family[] | undefined)?.length === seats;
	return fits ? options : others;
}

/** Returns an option of the game, the default chosen unless another is; undefined if the mode has it not. */
export function offerOf(game: GameInfo, name: string, options: TableOptions): Offer | undefined {
	const info = game.options[name];
	if (!info || (info.modes.length > 0 && !info.modes.includes(modeOf(options)))) return undefined;
	const [usual] = info.choices;
	return { values: info.choices, chosen: (options[name] as Offer['chosen'] | undefined) ?? usual! };
}

/** Returns the options with one changed; those that the mode has not are left out. */
export function changed(game: GameInfo, options: TableOptions, name: string, value: unknown): TableOptions {
	const next = { ...options, [name]: value };
	return Object.fromEntries(
		Object.entries(next).filter(([key]) => !game.options[key] || offerOf(game, key, next))
	);
}

/** Returns the names of the chosen packs: all unless some are chosen. */
export const chosenPacks = (game: GameInfo, { packs }: TableOptions): string[] =>
	packs ? Object.keys(packs) : game.packs;

/** Adds or removes a pack; returns undefined if none would be left, too few for Schizo, or too many. */
export function toggledPacks(game: GameInfo, options: TableOptions, pack: string): string[] | undefined {
	const chosen = chosenPacks(game, options);
	const next = chosen.includes(pack) ? chosen.filter((one) => one !== pack) : [...chosen, pack];
	return next.length >= (options.schizo ? 2 : 1) && next.length <= MAX_PACKS ? next : undefined;
}

/** Returns whether these are the built-in packs, all of them: the default. */
export const isDefault = ({ packs }: GameInfo, chosen: readonly string[]): boolean =>
	chosen.length === packs.length && packs.every((pack) => chosen.includes(pack));

/** Returns the packs as the record has them: all that the rules know of a pack. */
export const packOptions = (packs: readonly PackTexts[]): TableOptions =>
	Object.fromEntries(packs.map((pack) => [pack.name, packData(pack)]));

function packData({ memo, cards }: PackTexts): object {
	const sexes = cards.map(({ sex }) => sex).join('');
	return sexes ? { sexes, memo } : { letters: cards.map(({ letters }) => letters), memo };
}
