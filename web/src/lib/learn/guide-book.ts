/** How to play a game: its texts, one file per game and language, loaded on demand. */

import type { Locale } from '#lib/locale.ts';

interface GuideSection {
	title: string;
	text?: string;
	caption?: string; // of the section's picture
}

export interface GuideBook {
	sections: Record<string, GuideSection>; // in order; `legend` has no text
	terms: Record<string, string>;
	legend: Record<string, string>; // by symbol
	symbols: Record<string, string>; // further ones, by symbol
}

const BOOKS = import.meta.glob<GuideBook>('../../../messages/*/*-guide.json', { import: 'default' });

export const openGuide = (game: string, locale: Locale): Promise<GuideBook> | undefined =>
	BOOKS[`../../../messages/${locale}/${game}-guide.json`]?.();

export type Part = { text: string } | { strong: string } | { word: string; term: string };

/** Splits a line into plain text, *strong words* and [terms|key]. */
function partsOf(line: string): Part[] {
	return line.split(/(\*[^*]+\*|\[[^\]]+\])/).map((part): Part => {
		const term = /^\[(.+)\|(\w+)\]$/.exec(part);
		if (term) return { word: term[1]!, term: term[2]! };
		return part.startsWith('*') ? { strong: part.slice(1, -1) } : { text: part };
	});
}

export interface Block {
	kind: 'p' | 'ol' | 'ul';
	lines: Part[][];
}

const kindOf = (line: string): Block['kind'] =>
	/^\d\. /.test(line) ? 'ol' : line.startsWith('- ') ? 'ul' : 'p';

/** Groups the lines of a text into paragraphs and lists. */
export function blocksOf(text: string): Block[] {
	const blocks: Block[] = [];
	for (const line of text.split('\n').filter(Boolean)) {
		const kind = kindOf(line);
		const parts = partsOf(line.replace(/^(\d\. |- )/, ''));
		const last = blocks.at(-1);
		if (last && last.kind === kind && kind !== 'p') last.lines.push(parts);
		else blocks.push({ kind, lines: [parts] });
	}
	return blocks;
}
