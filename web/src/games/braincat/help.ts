/** What helps newcomers at a table, as the cat and in the family. */

import type { TableHelp } from '#lib/game-definition.ts';
import type { Board, Braincat, Move, View } from './protocol.ts';
import { isCat } from './roles.ts';

const may = ({ legal }: View, kind: Move['kind']): boolean => legal?.kinds.includes(kind) ?? false;
const some = ({ board }: View, part: 'clues' | 'gone' | 'paws', count = 1): boolean =>
	(board?.[part] ?? ([] as Board['gone'])).length >= count;
const isFamily = (view: View, seat: number): boolean => view.board !== undefined && !isCat(view, seat);

const help: TableHelp<Braincat> = {
	tips: [
		{ key: 'volunteer', when: (view) => may(view, 'volunteer'), at: () => '.confirm' },
		{ key: 'mood', when: ({ board }) => board?.mood !== undefined, at: () => '.round strong' },
		{ key: 'mystery', when: ({ mystery }) => mystery !== undefined, at: () => 'section.cat' },
		{ key: 'point', when: (view) => may(view, 'point'), at: () => '.stage' },
		{
			key: 'voted',
			when: ({ debate }, seat) => debate?.votes[seat] !== undefined && !debate.ready.includes(seat),
			at: () => '.confirm'
		},
		{
			key: 'paw',
			when: (view, seat) => isFamily(view, seat) && some(view, 'paws'),
			at: () => '.paw .drawn'
		},
		{ key: 'vote', when: ({ legal }) => legal?.votes?.includes('red') ?? false, at: () => '.votes' },
		{ key: 'totem', when: ({ family_votes: votes }) => votes !== undefined, at: () => '.votes' },
		{ key: 'token', when: (view) => may(view, 'place_token'), at: () => '.votes' },
		{
			key: 'silence',
			when: (view, seat) => view.debate !== undefined && isCat(view, seat),
			at: () => '.board li.open'
		},
		{ key: 'clues', when: (view, seat) => isFamily(view, seat) && some(view, 'clues', 2), at: () => '.clue' },
		{ key: 'gone', when: (view) => some(view, 'gone') && view.green_paws !== undefined, at: () => 'li.gone' },
		{
			key: 'green',
			when: (view) => some(view, 'paws', 2) && view.green_paws !== undefined,
			at: () => '.round > p'
		}
	],
	clear: ['.desk, section.cat', '.clue', 'li.open', '.seats'],
	symbols: {
		blue: '.paw .blue, .stage .blue',
		green: '.paw .green, .stage .green',
		clue: '.clue',
		mystery: 'section.cat',
		mood: '.round strong',
		votes: '.tokens',
		totem: '.totem',
		timer: '.timer',
		ready: '.head .ready',
		family_color: '.head .family',
		cat: '.seats .cat .role',
		ambassador: '.seats .role',
		score: '.points',
		gone: 'li.gone',
		down: 'li.down'
	}
};

export default help;
