import { m } from '#messages';

/** Texts of the error codes of moves; separate, because they are part of a table's first load. */
export const MOVE_ERROR_MESSAGES: Record<string, () => string> = {
	C5: m.cat_rule_C5,
	C6: m.cat_rule_C6,
	C9: m.cat_rule_C9,
	C10: m.cat_rule_C10,
	not_to_act: m.error_not_to_act,
	wrong_phase: m.error_wrong_phase,
	game_over: m.error_game_over,
	not_started: m.error_not_started,
	paused: m.error_paused,
	offline: m.error_offline,
	stale: m.error_stale,
	not_seated: m.error_not_seated,
	malformed: m.error_malformed,
	too_fast: m.error_too_fast,
	one_moment: m.error_one_moment,
	internal: m.error_internal
};

/** Returns the text of the error code of a move. */
export function moveErrorMessage(code: string): string {
	return (MOVE_ERROR_MESSAGES[code] ?? m.error_internal)();
}
