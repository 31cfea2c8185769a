/** What helps newcomers at a table, as the cat and in the family. */

import type { TableHelp } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { Board, Braincat, Move, View } from './protocol.ts';
import { isCat } from './roles.ts';

const may = ({ legal }: View, kind: Move['kind']): boolean => legal?.kinds.includes(kind) ?? false;
const some = ({ board }: View, part: 'clues' | 'gone' | 'paws', count = 1): boolean =>
	(board?.[part] ?? ([] as Board['gone'])).length >= count;
const isContrary = ({ board }: View): boolean => board?.mood === 'M3'; // its claws point at the other clue
const isFamily = (view: View, seat: number): boolean => view.board !== undefined && !isCat(view, seat);

const help: TableHelp<Braincat> = {
	tips: [
		{
			key: 'volunteer',
			text: m.brain_coach_volunteer,
			when: (view) => may(view, 'volunteer'),
			at: () => '.confirm'
		},
		{
			key: 'mood',
			text: m.brain_coach_mood,
			when: ({ board }) => board?.mood !== undefined,
			at: () => '.round strong'
		},
		{
			key: 'mystery',
			text: m.brain_coach_mystery,
			when: ({ mystery }) => mystery !== undefined,
			at: () => 'section.cat'
		},
		{
			key: 'point',
			text: m.brain_coach_point,
			when: (view) => may(view, 'point') && !isContrary(view),
			at: () => '.stage'
		},
		{
			key: 'voted',
			text: m.brain_coach_voted,
			when: ({ debate }, seat) => debate?.votes[seat] !== undefined && !debate.ready.includes(seat),
			at: () => '.confirm'
		},
		{
			key: 'paw',
			text: m.brain_coach_paw,
			when: (view, seat) => isFamily(view, seat) && some(view, 'paws') && !isContrary(view),
			at: () => '.paw .drawn'
		},
		{
			key: 'vote',
			text: m.brain_coach_vote,
			when: ({ legal, board }) => (legal?.votes?.includes('red') && board?.mood !== 'M5') ?? false,
			at: () => '.votes'
		},
		{
			key: 'totem',
			text: m.brain_coach_totem,
			when: ({ family_votes: votes }) => votes !== undefined,
			at: () => '.votes'
		},
		{ key: 'token', text: m.brain_coach_token, when: (view) => may(view, 'place_token'), at: () => '.votes' },
		{
			key: 'silence',
			text: m.brain_coach_silence,
			when: (view, seat) => view.debate !== undefined && isCat(view, seat),
			at: () => '.board li.open'
		},
		{
			key: 'clues',
			text: m.brain_coach_clues,
			when: (view, seat) => isFamily(view, seat) && some(view, 'clues', 2),
			at: () => '.clue'
		},
		{
			key: 'gone',
			text: m.brain_coach_gone,
			when: (view) => some(view, 'gone') && view.green_paws !== undefined,
			at: () => 'li.gone'
		},
		{
			key: 'green',
			text: m.brain_coach_green,
			when: (view) => some(view, 'paws', 2) && view.green_paws !== undefined,
			at: () => '.round > p'
		}
	],
	clear: ['.desk, section.cat', 'li.open .face, .board ul > li', '.clue', '.seats'],
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
