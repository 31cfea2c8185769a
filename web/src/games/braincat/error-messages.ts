import { refusalText } from '#lib/table/refusal-text.svelte.ts';
import { m } from '#messages';

/** The rule that a refused move broke. */
export const ruleOf = (refused = ''): string | undefined => /^B\d+$/.exec(refused)?.[0];

/** Returns the text of an error code in the reader's language. */
export const brainErrorMessage = (code: string): string =>
	ruleOf(code) ? m.brain_refused() : refusalText(code);
