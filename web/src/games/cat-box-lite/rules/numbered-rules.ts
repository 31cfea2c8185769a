/** The rules in order. */

import { m } from '#messages';

export const RULINGS: readonly (readonly [number: string, text: () => string])[] = [
	['L1', m.lite_rule_deck],
	['L2', m.lite_rule_turn],
	['L3', m.lite_rule_identity],
	['L4', m.lite_rule_deal],
	['L5', m.lite_rule_sides],
	['L6', m.lite_rule_first],
	['L7', m.lite_rule_play],
	['L8', m.lite_rule_place],
	['L9', m.lite_rule_covered],
	['L10', m.lite_rule_draw],
	['L11', m.lite_rule_end],
	['L12', m.lite_rule_score],
	['L13', m.lite_rule_win],
	['L14', m.lite_rule_example],
	['L15', m.lite_rule_secrets],
	['L16', m.lite_rule_hints]
];
