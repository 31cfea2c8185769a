/** The twenty cards (L1), as engine/cat_box_lite/deck.py has them. */

/** Its two faces; in a hand the public one first. */
export type Card = [string, string];

const ORDERS = ['wgo', 'wog', 'gwo', 'gow', 'owg', 'ogw']; // squares that follow the black cat on faces F0 to F5
const COLORS = 'bwgo';
const SIDES =
	'F0/B0 F1/B0 F2/B0 F3/B0 F1/B1 F2/B1 F3/B1 F4/B1 F2/B2 F3/B2 F4/B2 F5/B2 F3/B3 F4/B3 F5/B3 F0/B3 F0/F1 F0/F5 F1/F2 F4/F5';

/** Returns the face with these squares clockwise from the square `start`. */
function clockwise(start: number, squares: string): string {
	return [0, 1, 2, 3].map((square) => squares[(square - start + 8) % 4]).join('');
}

const FACES: Record<string, string> = Object.fromEntries([
	...ORDERS.map((order, k) => [`F${k}`, clockwise(k, `b${order}`)]),
	...[...COLORS].map((color, k) => [`B${k}`, clockwise(k, `x${COLORS.replace(color, '')}`)])
]);

export const DECK: readonly Card[] = SIDES.split(' ').map((sides) => {
	const [a, b] = sides.split('/');
	return [FACES[a!]!, FACES[b!]!];
});
