import { refusalText } from '#lib/table/refusal-text.svelte.ts';
import { m } from '#messages';

const OWN_MESSAGES: Record<string, () => string> = { L7: m.lite_rule_L7, L8: m.lite_rule_L8 };

/** Returns the text of an error code in the reader's language. */
export const liteErrorMessage = (code: string): string => OWN_MESSAGES[code]?.() ?? refusalText(code);
