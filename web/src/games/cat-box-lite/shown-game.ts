/** Extracts the course of a finished game from its replay. */

import { mergePatch } from '#lib/json-merge-patch.ts';
import { inOrder } from './area.ts';
import type { Card } from './deck.ts';
import type { Color } from './labels.ts';
import type { Document, View } from './protocol.ts';

/** What is public at the end of a game. */
export interface Course {
	identities: Color[];
	hands: Card[][]; // at the start, by seat
	laid: string[]; // faces in the order of play
}

export function shownGame({ start, steps }: Document): Course {
	const own = Object.values(start.own);
	const { hands } = start.view;
	const end = steps.reduce((view, { patch }) => mergePatch(view, patch) as View, start.view);
	return {
		identities: own.map(({ identity }) => identity),
		hands: own.map(({ backs }, seat) => backs.map((back, slot) => [hands[seat]![slot]!, back])),
		laid: inOrder(end.laid).map(({ face }) => face)
	};
}
