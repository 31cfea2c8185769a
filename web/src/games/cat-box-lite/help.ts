/** What helps newcomers at a table. */

import type { TableHelp } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { CatBoxLite, View } from './protocol.ts';

const acts = ({ legal }: View): boolean => legal !== undefined;

/** Whether each player has had a turn. */
const isOnceRound = ({ turn, seats }: View): boolean => turn >= seats;

const help: TableHelp<CatBoxLite> = {
	tips: [
		{ key: 'place', text: m.lite_coach_place, when: acts, at: () => '.frame:has([data-place])' },
		{
			key: 'identity',
			text: m.lite_coach_identity,
			when: ({ identity }) => identity !== undefined,
			at: () => '.identity'
		},
		{ key: 'hand', text: m.lite_coach_hand, when: acts, at: () => '.mine .card' },
		{
			key: 'others',
			text: m.lite_coach_others,
			when: (view) => acts(view) && isOnceRound(view),
			at: () => '.others .hand'
		},
		{
			key: 'last',
			text: m.lite_coach_last,
			when: ({ turn, turns, seats }) => turn >= turns - seats,
			at: () => '.identity'
		},
		{
			key: 'pile',
			text: m.lite_coach_pile,
			when: ({ turn, pile }) => turn > 0 && pile > 0,
			at: () => '.pile'
		},
		{ key: 'group', text: m.lite_coach_group, when: isOnceRound, at: () => '.frame' }
	],
	clear: ['.own, .actions', '.others'],
	symbols: {
		identity: '.identity',
		public: '.mine .card button:not(.secret)',
		private: '.mine .card .secret',
		guess: '.who .sign',
		pile: '.pile'
	}
};

export default help;
