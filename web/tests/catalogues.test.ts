import { describe, expect, it } from 'vitest';
import { CONNECTION_ERROR_MESSAGES } from '#lib/connection-error-messages.ts';
import { FORM_ERROR_MESSAGES, formErrorMessage } from '#lib/form-error-messages.ts';
import { ERROR_MESSAGES } from '#lib/error-messages.ts';
import { MOVE_ERROR_MESSAGES, moveErrorMessage } from '#lib/move-error-messages.ts';

const LANGUAGES = ['en', 'fr', 'ja'];

/** A message is a text, or a text for each of its variants. A catalogue may group its messages. */
type Message = string | [{ match: Record<string, string> }];
interface Catalogue {
	[key: string]: Message | Catalogue;
}

const catalogues = import.meta.glob<Catalogue>('../messages/*/*.json', {
	eager: true,
	import: 'default'
});
const FILES = Object.keys(catalogues).flatMap((path) => /\/en\/(.+)\.json$/.exec(path)?.[1] ?? []);

const isMessage = (value: Message | Catalogue): value is Message =>
	typeof value === 'string' || Array.isArray(value);

function flat(catalogue: Catalogue, group = ''): Record<string, Message> {
	const entries = Object.entries(catalogue).map(([key, value]) =>
		isMessage(value) ? { [group + key]: value } : flat(value, `${group}${key}.`)
	);
	return Object.assign({}, ...entries) as Record<string, Message>;
}

const read = (language: string, file: string): Record<string, Message> =>
	flat(catalogues[`../messages/${language}/${file}.json`]!);
const textsOf = (message: Message): string[] =>
	typeof message === 'string' ? [message] : Object.values(message[0].match);
const placeholders = (text: string): string[] =>
	[...new Set([...text.matchAll(/\{\w+\}/g)].map(([name]) => name))].sort();

describe.each(FILES)('the catalogue %s', (file) => {
	const english = read('en', file);

	it.each(LANGUAGES)('has every text in %s', (language) => {
		const catalogue = read(language, file);
		expect(Object.keys(catalogue).sort()).toEqual(Object.keys(english).sort());
		for (const [key, message] of Object.entries(catalogue)) {
			for (const text of textsOf(message)) expect(text.trim(), key).not.toBe('');
		}
	});

	it.each(LANGUAGES)('has the same placeholders in %s', (language) => {
		const all = (message: Message): string[] => placeholders(textsOf(message).join(' '));
		for (const [key, message] of Object.entries(read(language, file))) {
			expect(all(message), key).toEqual(all(english[key]!));
		}
	});
});

const sources = import.meta.glob<string>('../src/**/*.{ts,svelte}', {
	eager: true,
	query: '?raw',
	import: 'default'
});
const OF_THE_SERVER = /^(notification|preview)_/; // texts of push messages and link previews
const OTHERWISE_READ = [
	'rules',
	'braincat-rules',
	'cat-in-the-box-lessons',
	'cat-box-lite-lessons',
	'braincat-lessons',
	'cat-in-the-box-guide',
	'cat-box-lite-guide',
	'braincat-guide'
]; // catalogues that are loaded as a whole

it('every text is used', () => {
	const used = new Set(Object.values(sources).flatMap((text) => text.match(/(?<=\bm\.)\w+/g) ?? []));
	const keys = FILES.filter((file) => !OTHERWISE_READ.includes(file)).flatMap((file) =>
		Object.keys(read('en', file))
	);
	expect(keys.filter((key) => !used.has(key) && !OF_THE_SERVER.test(key))).toEqual([]);
});

it('no text stands in two catalogues', () => {
	const files = FILES.filter((file) => !OTHERWISE_READ.includes(file));
	const keys = files.flatMap((file) => Object.keys(read('en', file)));
	expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

it('French says tu', () => {
	const texts = FILES.flatMap((file) => Object.values(read('fr', file)).flatMap(textsOf));
	expect(texts.filter((text) => /\b(votre|vos)\b|ez-\w|s’il vous/i.test(text))).toEqual([]);
});

it('French signs of two parts do not begin a line', () => {
	const texts = FILES.flatMap((file) => Object.values(read('fr', file)).flatMap(textsOf));
	expect(texts.filter((text) => / [:;!?»]|« |\u00a0[;!?]|\u202f[:»]/.test(text))).toEqual([]);
});

it('Japanese has one sign for ranges, and no space after full-width signs', () => {
	const texts = FILES.flatMap((file) => Object.values(read('ja', file)).flatMap(textsOf));
	expect(texts.filter((text) => /～|[？！。、] /.test(text))).toEqual([]);
});

const errorModules = import.meta.glob<string>(['../../app/**/errors.py', '../../engine/errors.py'], {
	eager: true,
	query: '?raw',
	import: 'default'
});

/** The error codes of the server's exceptions and the numbers of broken rules. */
const codes = Object.values(errorModules)
	.flatMap((source) => [...source.matchAll(/^ {4}code(?:, status)? = "(\w+)"/gm)])
	.map(([, code]) => code!)
	.filter((code) => code !== 'record'); // only of the replay command

describe('an error', () => {
	it.each([...codes, 'C5', 'C6', 'C9', 'C10'])('%s has a sentence of its own', (code) => {
		const messages = { ...ERROR_MESSAGES, ...FORM_ERROR_MESSAGES };
		expect(Object.keys(messages)).toContain(code);
		expect(messages[code]!().length).toBeGreaterThan(10);
	});

	it.each([
		['every page', ERROR_MESSAGES],
		['forms', FORM_ERROR_MESSAGES],
		['moves', MOVE_ERROR_MESSAGES],
		['connections', CONNECTION_ERROR_MESSAGES]
	])('of %s has the text of its code', (_, messages) => {
		const english: Record<string, Message> = Object.assign({}, ...FILES.map((file) => read('en', file)));
		const textOf = (code: string): Message | undefined =>
			english[`error_${code}`] ?? english[`cat_rule_${code}`];
		const known = Object.keys(messages).filter((code) => textOf(code) !== undefined);
		expect(known).not.toEqual([]);
		for (const code of known) expect(messages[code]!(), code).toBe(textOf(code));
	});

	it('of a move during a pause has one at the table', () => {
		expect(moveErrorMessage('paused')).toBe(formErrorMessage('paused'));
	});

	it('that nobody knows has one too', () => {
		expect(formErrorMessage('no_such_code')).toBe(formErrorMessage('internal'));
	});
});
