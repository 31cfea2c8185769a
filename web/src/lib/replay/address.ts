/** The move in the page's address: `#42` is the position after 42 moves. */

/** The number of moves an address asks for; undefined if it asks for none. */
export function plyIn(hash: string): number | undefined {
	const digits = /^#(\d{1,6})$/.exec(hash)?.[1];
	return digits === undefined ? undefined : Number(digits);
}

/** The same of a link that was passed on: some programs cut off what stands after the #. */
export const plyOf = ({ hash, search }: Pick<Location, 'hash' | 'search'>): number | undefined =>
	plyIn(hash) ?? plyIn(`#${new URLSearchParams(search).get('ply')}`);

/** The same address at another move; what else was asked for in it stays. */
export function movedTo({ pathname, search }: Pick<Location, 'pathname' | 'search'>, ply: number): string {
	const asked = new URLSearchParams(search);
	asked.delete('ply');
	return `${pathname}${asked.size ? `?${asked}` : ''}#${ply}`;
}

/** For others: what stands after the ? is what the server draws its preview by. */
export const linkTo = (code: string, ply: number): string => `/r/${code}${ply ? `?ply=${ply}` : ''}#${ply}`;
