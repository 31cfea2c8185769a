/** Completes the texts of messages. Calls are written by tools/inline-messages.ts; see docs/adr/0053. */

import { isolated } from './isolate.ts';
import { getLocale, type Locale } from './locale.ts';

/** A text, or texts by the value of an input; by its plural form if the input's name ends with "#". */
export type Text = string | [input: string, texts: Record<string, Text>];
type Inputs = Record<string, unknown>;

const LOADERS = {
	en: () => import('virtual:texts/en'),
	fr: () => import('virtual:texts/fr'),
	ja: () => import('virtual:texts/ja')
};

/** All texts of languages that were chosen after the page had loaded with another one. */
const loaded: Partial<Record<Locale, Text[]>> = {};

/** Loads the texts of a language which the page's scripts do not contain. Returns whether they are there. */
export async function loadTexts(locale: Locale): Promise<boolean> {
	loaded[locale] ??= (await LOADERS[locale]().catch(() => undefined))?.default;
	return !!loaded[locale];
}

/** Returns the text that fits these inputs. */
function choose(text: Text, inputs: Inputs, locale: Locale): string {
	if (typeof text === 'string') return text;
	const [input, texts] = text;
	const value = input.endsWith('#')
		? new Intl.PluralRules(locale).select(Number(inputs[input.slice(0, -1)]))
		: String(inputs[input]);
	return choose(texts[value] ?? texts['*']!, inputs, locale);
}

/** Returns a message, completed with its inputs. `own` is its text in the language of the page's scripts, or in all. */
export function text(
	number: number,
	own: Text | Record<Locale, Text>,
	inputs: Inputs = {},
	{ locale = getLocale() } = {}
): string {
	const inOwn = typeof own === 'string' || Array.isArray(own) ? own : own[locale];
	const chosen = choose(loaded[locale]?.[number] ?? inOwn, inputs, locale);
	return chosen.replace(/\{(\w+)\}/g, (_, name: string) => isolated(String(inputs[name])));
}
