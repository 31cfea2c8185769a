/** The move in the page's address: `#42` is the position after 42 moves. */

/** The number of moves an address asks for; undefined if it asks for none. */
export function plyIn(hash: string): number | undefined {
	const digits = /^#(\d{1,6})$/.exec(hash)?.[1];
	return digits === undefined ? undefined : Number(digits);
}

export const hashOf = (ply: number): string => `#${ply}`;

export const pathTo = (code: string, ply: number): string => `/r/${code}${hashOf(ply)}`;
