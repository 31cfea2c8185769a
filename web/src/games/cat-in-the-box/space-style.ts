/** The style of a cell, derived from the view and the selection. */

import type { View } from './protocol.ts';
import { reasonOf } from './reasons.ts';
import type { Selection } from './selection.ts';
import { colorOf, numberOf, type Color, type Space } from './labels.ts';

export interface SpaceLook {
	space: Space;
	color: Color;
	state: 'open' | 'taken' | 'blocked' | 'shut'; // legal; holds a token; holds the marker; cannot be used now
	lit: boolean; // selected, or legal for the selected card
	picked: boolean;
	owner?: number;
	mine: boolean;
	fresh: boolean; // taken in the current trick
	number?: number; // shown where the rows differ
}

export function styleOf(
	view: View,
	space: Space,
	selection: Selection,
	me: number | undefined,
	printNumber: boolean
): SpaceLook {
	const reason = reasonOf(view, space);
	const state =
		reason.kind === 'open' || reason.kind === 'taken' || reason.kind === 'blocked' ? reason.kind : 'shut';
	const owner = view.tokens[space];
	const ofCard = selection.card === numberOf(space);
	const picked = ofCard && selection.color === colorOf(space); // also the best move of an answered puzzle
	return {
		space,
		color: colorOf(space),
		state,
		lit: picked || (state === 'open' && ofCard),
		picked,
		owner,
		mine: owner !== undefined && owner === me,
		fresh: owner !== undefined && view.current?.cards[owner] === space,
		number: printNumber ? numberOf(space) : undefined
	};
}
