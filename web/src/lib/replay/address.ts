/** The position in the URL: `#42` is the position after 42 moves. */

/** Returns the position of a URL; undefined if it has none. */
export function plyIn(hash: string): number | undefined {
	const digits = /^#(\d{1,6})$/.exec(hash)?.[1];
	return digits === undefined ? undefined : Number(digits);
}

/** Like plyIn, but also reads the query: some programs cut off the fragment of links. */
export const plyOf = ({ hash, search }: Pick<Location, 'hash' | 'search'>): number | undefined =>
	plyIn(hash) ?? plyIn(`#${new URLSearchParams(search).get('ply')}`);

/** Returns the URL with another position and all other parameters. */
export function movedTo({ pathname, search }: Pick<Location, 'pathname' | 'search'>, ply: number): string {
	const params = new URLSearchParams(search);
	params.delete('ply');
	return `${pathname}${params.size ? `?${params}` : ''}#${ply}`;
}

/** Returns the URL to share: the server draws its preview by the query. */
export const linkTo = (code: string, ply: number): string => `/r/${code}${ply ? `?ply=${ply}` : ''}#${ply}`;
