/** In place of devalue, in the client: what a page keeps for the browser's history is plain. See docs/adr/0054. */

export const stringify = (value: unknown): string => JSON.stringify(value) ?? 'null';

export const parse = (text: string): unknown => JSON.parse(text);

/** Kit calls it for data from a server of its own. */
export function unflatten(): never {
	throw new Error('there is no data from a server of Kit');
}
