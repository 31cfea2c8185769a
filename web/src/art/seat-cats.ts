/** The cats of a table's seats, which its page provides for all drawings of seats below it. */

import { getContext, setContext } from 'svelte';
import { ALL_CATS, type CatName } from './cats.ts';

const KEY = Symbol('cats');

/** `cat` returns the cat of a seat; undefined if it is not known. */
export const provideCats = (cat: (seat: number) => CatName | undefined): void => {
	setContext(KEY, cat);
};

/** Returns the function that gives the cat of a seat: without a table, the seats have the cats in order. */
export function seatCats(): (seat: number) => CatName {
	const provided = getContext<Parameters<typeof provideCats>[0] | undefined>(KEY);
	return (seat) => provided?.(seat) ?? ALL_CATS[seat % ALL_CATS.length]!;
}
