import { RULINGS } from './numbered-rules.ts';

/** Returns the text of a rule in the reader's language; undefined if there is no such rule. */
export default function ruling(rule: string): Promise<string | undefined> {
	return Promise.resolve(RULINGS.find(([number]) => number === rule)?.[1]());
}
