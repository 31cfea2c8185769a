import type { Comparison, GameAdvice } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { CatInTheBox, Move } from './protocol.ts';
import { colorName } from './sentences.ts';

const THEMES: Record<string, () => string> = {
	escape: m.cat_theme_escape,
	least_risk: m.cat_theme_least_risk,
	reach_bonus: m.cat_theme_reach_bonus,
	stay_away: m.cat_theme_stay_away,
	last_trick: m.cat_theme_last_trick,
	bid: m.cat_theme_bid,
	discard: m.cat_theme_discard,
	points: m.cat_theme_points
};

const COMPARISONS: Record<string, (values: Comparison) => string> = {
	paradox: m.cat_advice_paradox,
	bonus: m.cat_advice_bonus,
	points: m.cat_advice_points
};

const CHANCES: Record<string, () => string> = { paradox: m.cat_chance_paradox, bonus: m.cat_chance_bonus };

function moveWords(_view: CatInTheBox['view'], move: Move): string {
	switch (move.kind) {
		case 'declare':
			return m.move_declared({ card: move.card, color: colorName(move.color) });
		case 'bid':
			return m.move_bid({ tricks: move.tricks });
		case 'set_aside':
			return m.cat_advice_discard({ card: move.card });
	}
}

const advice: GameAdvice<CatInTheBox> = {
	theme: (key) => THEMES[key]?.() ?? m.cat_theme_points(),
	points: m.puzzle_points,
	chance: (name) => CHANCES[name]?.() ?? name,
	numbers: m.cat_advice_numbers,
	comparison: (measure, values) => (COMPARISONS[measure] ?? m.cat_advice_points)(values),
	moveWords
};

export default advice;
