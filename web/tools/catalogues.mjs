/** Reads the messages of messages/<language>/*.json. Each message has its number: the place of its name in order. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../messages', import.meta.url));
// catalogues that the client loads whole (texts of rules, lessons, guides), or only the server reads
const LOADED_WHOLE = /^(preview|rules|.*-(rules|lessons|guide))\.json$/;
const PLURAL = /^local (\w+) = (\w+): plural$/;

/**
 * The languages, the first one for everybody who reads none of them.
 * @type {string[]}
 */
export const LANGUAGES = readdirSync(FOLDER).sort();

/**
 * The files of the messages.
 * @type {string[]}
 */
export const FILES = LANGUAGES.flatMap((language) =>
	readdirSync(`${FOLDER}/${language}`)
		.filter((file) => !LOADED_WHOLE.test(file))
		.map((file) => `${FOLDER}/${language}/${file}`)
);

/**
 * Returns the text for these cases: alone, or with what chooses between several: the name of an input, with "#" if
 * its plural form does.
 * @returns {import('../src/lib/text.ts').Text}
 */
function nested([selector, ...others], cases) {
	if (!selector) return cases[0].text;
	const values = [...new Set(cases.map(({ when }) => when[selector.name]))];
	if (!values.includes('*'))
		throw new Error(`"${cases[0].text}" needs a text for every other ${selector.name}`);
	const textFor = (value) =>
		nested(
			others,
			cases.filter(({ when }) => when[selector.name] === value)
		);
	if (values.length === 1) return textFor('*');
	return [selector.input, Object.fromEntries(values.map((value) => [value, textFor(value)]))];
}

function textOf(message) {
	if (typeof message === 'string') return message;
	const [{ declarations, selectors, match }] = message;
	const plurals = Object.fromEntries(
		declarations.flatMap((line) => (PLURAL.test(line) ? [PLURAL.exec(line).slice(1)] : []))
	);
	const chosenBy = selectors.map((name) => ({ name, input: plurals[name] ? `${plurals[name]}#` : name }));
	const cases = Object.entries(match).map(([conditions, text]) => ({
		when: Object.fromEntries(conditions.split(', ').map((condition) => condition.split('='))),
		text
	}));
	return nested(chosenBy, cases);
}

function inputsOf(message) {
	if (typeof message !== 'string')
		return message[0].declarations.flatMap((line) => /^input (\w+)$/.exec(line)?.[1] ?? []);
	return [...new Set([...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))];
}

/**
 * Returns all messages in order.
 * @returns {{ name: string; inputs: string[]; texts: Record<string, import('../src/lib/text.ts').Text> }[]}
 */
export function readMessages() {
	const read = (language) =>
		Object.assign(
			{},
			...FILES.filter((file) => file.startsWith(`${FOLDER}/${language}/`)).map((file) =>
				JSON.parse(readFileSync(file, 'utf8'))
			)
		);
	const catalogues = LANGUAGES.map((language) => [language, read(language)]);
	const first = catalogues[0][1];
	return Object.keys(first)
		.sort()
		.map((name) => ({
			name,
			inputs: inputsOf(first[name]),
			texts: Object.fromEntries(catalogues.map(([language, all]) => [language, textOf(all[name])]))
		}));
}
