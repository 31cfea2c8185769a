/** What helps newcomers at a table. */

import type { TableHelp } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { CatInTheBox, Legal, View } from './protocol.ts';

const HAND = '.hand [data-card]';
const HAND_AND_COUNTS = `${HAND}, .hand .count`; // the counts stick out of their piles
const OPEN_SPACES = '[data-space][aria-disabled="false"]';
const CARD_PICKED = ':scope:has([data-card][aria-pressed="true"])';

const declares = ({ legal }: View): boolean => legal?.declare !== undefined;
const leads = ({ legal, current }: View): boolean => legal?.declare !== undefined && !current?.led;

/** Whether some declaration leaves a card in the hand without a space. */
const isParadoxNear = ({ declare = {} }: Legal): boolean =>
	Object.values(declare).some(({ keeps }) => Object.values(keeps).includes(0));

const spacesOf = ({ tokens }: View, seat: number): string[] =>
	Object.keys(tokens).filter((space) => tokens[space] === seat);

const help: TableHelp<CatInTheBox> = {
	tips: [
		{
			key: 'discard',
			text: m.cat_coach_discard,
			when: ({ legal }) => legal?.set_aside !== undefined,
			at: () => HAND_AND_COUNTS
		},
		{ key: 'bid', text: m.cat_coach_bid, when: ({ legal }) => legal?.bid !== undefined, at: () => '.bids' },
		{
			key: 'paradox',
			text: m.cat_coach_paradox,
			when: ({ legal }) => isParadoxNear(legal ?? {}),
			at: () => HAND_AND_COUNTS
		},
		{ key: 'board', text: m.cat_coach_board, when: declares, at: () => `${CARD_PICKED} .board` },
		{ key: 'lead', text: m.cat_coach_lead, when: leads, at: () => HAND_AND_COUNTS },
		{
			key: 'follow',
			text: m.cat_coach_follow,
			when: (view) => declares(view) && !leads(view),
			at: () => '.lane.led'
		},
		{
			key: 'lost',
			text: m.cat_coach_lost,
			when: ({ players }, seat) => players[seat]!.lost.length > 0,
			at: () => '.player.mine' // a ring around its colors alone covers its name and tricks
		},
		{
			key: 'token',
			text: m.cat_coach_token,
			when: (view, seat) => spacesOf(view, seat).length > 0,
			at: (view, seat) => `[data-space="${spacesOf(view, seat)[0]}"]`
		},
		{ key: 'broken', text: m.cat_coach_broken, when: ({ red_broken }) => red_broken, at: () => '.lane.red' },
		{ key: 'trick', text: m.cat_coach_trick, when: ({ last }) => last !== undefined, at: () => '.trick' }
	],
	clear: [`${HAND}, .intent`, OPEN_SPACES, '.trick, .player', '.board'],
	symbols: {
		locked: '.lane .lock',
		led: '.lane.led',
		lost: '.lane.lost, .colors .lost',
		red: '.lane.red',
		blue: '.lane.blue',
		yellow: '.lane.yellow',
		green: '.lane.green',
		colors: '.colors',
		leads: '.player .lead',
		tally: '.tally .won',
		score: '.tally .score',
		waiting: '.player .dots',
		aside: '.top .aside',
		played: '.trick .card'
	}
};

export default help;
