import { m } from '#messages';

/** A sentence for each code that a table's page may meet before anything else is loaded: it should load fast. */
export const REFUSALS: Record<string, () => string> = {
	C5: m.cat_rule_C5,
	C6: m.cat_rule_C6,
	C9: m.cat_rule_C9,
	C10: m.cat_rule_C10,
	not_to_act: m.error_not_to_act,
	wrong_phase: m.error_wrong_phase,
	game_over: m.error_game_over,
	not_started: m.error_not_started,
	stale: m.error_stale,
	table_not_found: m.error_table_not_found,
	not_seated: m.error_not_seated,
	no_looking_on: m.error_no_looking_on,
	too_many_look_on: m.error_too_many_look_on,
	banned: m.error_banned,
	malformed: m.error_malformed,
	no_session: m.error_no_session,
	too_fast: m.error_too_fast,
	too_big: m.error_too_big,
	one_moment: m.error_one_moment,
	internal: m.error_internal,
	outdated: m.error_outdated,
	offline: m.error_offline
};

/** Why a move was refused or the line failed, in the reader's language. */
export function explain(code: string): string {
	return (REFUSALS[code] ?? m.error_internal)();
}
