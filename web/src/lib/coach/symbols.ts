/** Finds the symbols of a table on its page. */

import type { TableHelp } from '#lib/game-definition.ts';
import type { GuideBook } from '#lib/learn/guide-book.ts';
import { visibleElements } from './page.ts';

type Symbols = TableHelp['symbols'];

export interface FoundSymbol {
	key: string;
	element: Element;
}

/** Returns the symbol of an element; undefined if it belongs to none. */
function symbolOf(element: Element, symbols: Symbols): FoundSymbol | undefined {
	for (const [key, selector] of Object.entries(symbols)) {
		const found = element.closest(selector);
		if (found) return { key, element: found };
	}
	return undefined;
}

/** Returns the symbol at a point, also under a transparent button. */
export function symbolAt(x: number, y: number, symbols: Symbols): FoundSymbol | undefined {
	for (const element of document.elementsFromPoint(x, y)) {
		const symbol = symbolOf(element, symbols);
		if (symbol) return symbol;
	}
	return undefined;
}

function isScrolledAway(element: Element): boolean {
	const { left, top, right, bottom } = element.getBoundingClientRect();
	const there = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
	return !there.some((one) => element.contains(one));
}

/** Returns the symbols that are visible now, one of each kind. */
export const visibleSymbols = (symbols: Symbols): FoundSymbol[] =>
	Object.entries(symbols).flatMap(([key, selector]) => {
		const element = visibleElements(selector).find(
			(one) => symbolOf(one, symbols)?.key === key && !isScrolledAway(one)
		);
		return element ? [{ key, element }] : [];
	});

export const textOf = ({ symbols, legend, terms }: GuideBook, key: string): string =>
	symbols[key] ?? legend[key] ?? terms[key] ?? '';
