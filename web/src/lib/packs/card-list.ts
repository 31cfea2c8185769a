/** Lists of cards as texts and files. */

import type { PackFault, PlainCard } from '#lib/protocol.ts';
import { m } from '#messages';
import type { WrittenPack } from './api.ts';

const FORMATS: Record<string, WrittenPack['format']> = { csv: 'csv', tsv: 'csv', json: 'json' }; // by ending

const FAULTS: Record<PackFault['code'], (inputs: { line: number }) => string> = {
	empty: m.packs_fault_empty,
	long: m.packs_fault_long,
	characters: m.packs_fault_characters,
	repeated: m.packs_fault_repeated,
	letters: m.packs_fault_letters,
	fields: m.packs_fault_fields,
	format: m.packs_fault_format,
	few: m.packs_fault_few,
	many: m.packs_fault_many
};

/** Describes what is wrong with a line, which it names, or with the whole list. */
export const faultMessage = ({ line, code }: PackFault): string => FAULTS[code]({ line });

/** Returns the format that the name of a file suggests. */
export const formatOf = (file: string): WrittenPack['format'] =>
	FORMATS[file.split('.').at(-1)!.toLowerCase()] ?? 'lines';

/** Writes cards as CSV with their letters, to be edited. */
export const asCsv = (cards: readonly PlainCard[]): string =>
	['text;letters', ...cards.map(({ text, letters }) => `${quoted(text)};${letters}`)].join('\n');

const quoted = (text: string): string => (/[;"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
