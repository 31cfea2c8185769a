/** The selection of a player and the move it makes. Legal moves come with the view. */

import type { Color, Legal, Move } from './protocol.ts';
import { COLORS, colorOf, numberOf, spaceOf, type Space } from './labels.ts';

export interface Selection {
	readonly card?: number;
	readonly color?: Color;
	readonly tricks?: number;
}

export const NO_SELECTION: Selection = {};

/** The colors in which a card may be declared now, in board order. */
export function colorsFor(legal: Legal | undefined, card: number): Color[] {
	return COLORS.filter((color) => legal?.declare?.[spaceOf(color, card)]);
}

export function mayPick(legal: Legal | undefined, card: number): boolean {
	if (legal?.set_aside) return legal.set_aside.includes(card);
	return colorsFor(legal, card).length > 0;
}

/** Selects a card, or deselects it; a single legal color is selected with it. */
export function pickCard(legal: Legal | undefined, selection: Selection, card: number): Selection {
	if (!mayPick(legal, card)) return selection;
	if (selection.card === card) return NO_SELECTION;
	const colors = colorsFor(legal, card);
	if (selection.color && colors.includes(selection.color)) return { card, color: selection.color };
	return colors.length === 1 ? { card, color: colors[0] } : { card };
}

/** Selects the card and color of a cell. */
export function pickSpace(legal: Legal | undefined, selection: Selection, space: Space): Selection {
	if (!legal?.declare?.[space]) return selection;
	return { card: numberOf(space), color: colorOf(space) };
}

/** Selects a color for the selected card, or for the only card that can take it. */
export function pickColor(legal: Legal | undefined, selection: Selection, color: Color): Selection {
	const open = Object.keys(legal?.declare ?? {}).filter((space) => colorOf(space) === color);
	if (selection.card !== undefined) return pickSpace(legal, selection, spaceOf(color, selection.card));
	return open.length === 1 ? pickSpace(legal, selection, open[0]!) : selection;
}

export function pickTricks(legal: Legal | undefined, selection: Selection, tricks: number): Selection {
	if (!legal?.bid?.includes(tricks)) return selection;
	return selection.tricks === tricks ? NO_SELECTION : { tricks };
}

/** The move of the selection; undefined while it is incomplete. */
export function moveOf(legal: Legal | undefined, selection: Selection): Move | undefined {
	const { card, color, tricks } = selection;
	if (legal?.set_aside && card !== undefined) return { kind: 'set_aside', card };
	if (legal?.bid && tricks !== undefined) return { kind: 'bid', tricks };
	if (legal?.declare && card !== undefined && color) return { kind: 'declare', card, color };
	return undefined;
}

/** The part of the selection that is still legal. */
export function keepLegal(legal: Legal | undefined, selection: Selection): Selection {
	const { card, color, tricks } = selection;
	if (tricks !== undefined) return legal?.bid?.includes(tricks) ? selection : NO_SELECTION;
	if (card === undefined || !mayPick(legal, card)) return NO_SELECTION;
	if (color && !legal?.declare?.[spaceOf(color, card)]) return { card };
	return selection;
}
