/** What helps newcomers at a table. */

import type { TableHelp } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { CatBoxLite, View } from './protocol.ts';

const acts = ({ legal }: View): boolean => legal !== undefined;

/** Whether each player has had a turn. */
const isOnceRound = ({ turn, seats }: View): boolean => turn >= seats;

/** A part of the table while no card is chosen: bubbles would hide where it can go. */
const unlessPlacing = (part: string) => (): string => `.game:not(:has([data-place])) ${part}`;

const help: TableHelp<CatBoxLite> = {
	tips: [
		{ key: 'place', text: m.lite_coach_place, when: acts, at: () => '.frame:has([data-place])' },
		{
			key: 'identity',
			text: m.lite_coach_identity,
			when: ({ identity }) => identity !== undefined,
			at: unlessPlacing('.identity')
		},
		{ key: 'hand', text: m.lite_coach_hand, when: acts, at: unlessPlacing('.mine .card') },
		{
			key: 'others',
			text: m.lite_coach_others,
			when: (view) => acts(view) && isOnceRound(view),
			at: unlessPlacing('.others .hand')
		},
		{
			key: 'last',
			text: m.lite_coach_last,
			when: ({ turn, turns, seats }) => turn >= turns - seats,
			at: unlessPlacing('.identity')
		},
		{
			key: 'pile',
			text: m.lite_coach_pile,
			when: ({ turn, pile }) => turn > 0 && pile > 0,
			at: unlessPlacing('.pile')
		},
		{ key: 'group', text: m.lite_coach_group, when: isOnceRound, at: unlessPlacing('.frame') }
	],
	clear: ['.identity, .mine .card, .actions', '.others > li'],
	symbols: {
		identity: '.identity',
		public: '.mine .card button:not(.secret)',
		private: '.mine .card .secret',
		guess: '.who .sign',
		pile: '.pile'
	}
};

export default help;
