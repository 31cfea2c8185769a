/** Why a cell or a card can or cannot be used, derived from the view. */

import type { Color, Consequence, View } from './protocol.ts';
import { mayPick } from './selection.ts';
import { COLORS, colorOf, numberOf, spaceOf, type Space } from './labels.ts';

export type SpaceReason =
	| { kind: 'open'; consequence: Consequence } // may be declared now
	| { kind: 'taken'; seat: number }
	| { kind: 'blocked' }
	| { kind: 'barred'; color: Color; rule: string } // this seat has lost its color
	| { kind: 'no_card' } // this seat holds no card of its number
	| { kind: 'free' }; // no card is to be declared now

export type CardReason =
	| { kind: 'open' }
	| { kind: 'not_now' } // another player's turn, or no card is asked for
	| { kind: 'shut'; spaces: [Space, SpaceReason][] }; // no color is left to it

export function reasonOf(view: View, space: Space): SpaceReason {
	const seat = view.tokens[space];
	if (seat !== undefined) return { kind: 'taken', seat };
	if (view.blocked.includes(space)) return { kind: 'blocked' };
	if (!view.legal?.declare) return { kind: 'free' };
	const consequence = view.legal.declare[space];
	if (consequence) return { kind: 'open', consequence };
	const color = colorOf(space);
	const rule = view.legal.barred?.[color];
	if (rule) return { kind: 'barred', color, rule };
	return view.hand?.includes(numberOf(space)) ? { kind: 'free' } : { kind: 'no_card' };
}

export function cardReason(view: View, card: number): CardReason {
	if (!view.legal || view.legal.bid) return { kind: 'not_now' };
	if (mayPick(view.legal, card)) return { kind: 'open' };
	const spaces = COLORS.map((color) => spaceOf(color, card));
	return { kind: 'shut', spaces: spaces.map((space) => [space, reasonOf(view, space)]) };
}
