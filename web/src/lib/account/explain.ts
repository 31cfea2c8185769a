import { m } from '#messages';
import { explain as explainAny } from '#lib/explain.ts';

/** What the server answers to an account's forms alone: no page of a table has to bring it along. */
export const SENTENCES: Record<string, () => string> = {
	bad_password: m.error_bad_password,
	already_claimed: m.error_already_claimed,
	no_account: m.error_no_account,
	wrong_password: m.error_wrong_password,
	wrong_code: m.error_wrong_code,
	link_spent: m.error_link_spent
};

/** Why something was refused or failed, in the reader's language. */
export const explain = (code: string): string => SENTENCES[code]?.() ?? explainAny(code);
