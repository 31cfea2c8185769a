/** Texts of the action bar: title, note and label of the confirm button. */

import { formatSentences } from '#lib/list-format.ts';
import type { SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import type { Choice } from './choice.svelte.ts';
import { brainErrorMessage, ruleOf } from './error-messages.ts';
import { familyName } from './labels.ts';
import { voteOptions } from './options.ts';
import type { Family, Move, Table, View } from './protocol.ts';
import { familyOf, isAmbassador, isAwaited, isCat } from './roles.ts';
import { awaitedSentence } from './sentences.ts';
import { turnSentence } from './turn-sentence.ts';

interface Moment {
	table: Table;
	view: View;
	choice: Choice;
	seatNames: SeatNames;
	refused: string | undefined; // error code of the last move
}

/** What this seat is asked in a step; without a question the sentence about the step stands there. */
const QUESTIONS: Partial<Record<View['phase'], () => string>> = {
	paw: m.brain_ask_paw,
	debate: m.brain_ask_debate,
	keep: m.brain_ask_keep,
	lay_out: m.brain_ask_lay_out,
	pick: m.brain_ask_pick,
	choice: m.brain_ask_choice
};

export function titleOf({ view, seatNames, refused }: Moment): string {
	if (refused) return brainErrorMessage(refused);
	const contrary = view.phase === 'paw' && view.board?.mood === 'M3';
	const question = contrary ? m.brain_ask_paw_contrary : QUESTIONS[view.phase];
	return (view.legal && question?.()) ?? turnSentence(view, seatNames);
}

export function noteOf(moment: Moment): string | undefined {
	const { table, view, choice, seatNames } = moment;
	if (choice.reason) return choice.reason;
	if (table.held !== undefined) return m.cat_held();
	if (table.pending && table.connection !== 'open') return m.cat_away();
	if (view.debate?.additional) return m.brain_note_additional();
	if (view.debate && isCat(view, seatNames.me)) return m.brain_note_cat_debate();
	if (view.masters_as_numbers && !isCat(view, seatNames.me)) return m.brain_note_numbers();
	if (view.phase === 'look' && view.legal) return m.brain_note_look();
	return debateNote(moment) ?? familyNote(moment) ?? othersNote(moment);
}

/** Who else is awaited; nothing while all wait for this seat as well. */
function othersNote({ view, seatNames }: Moment): string | undefined {
	const { me } = seatNames;
	return me !== undefined && isAwaited(view, me) ? undefined : awaitedSentence(view, seatNames);
}

/** In a debate: what "Ready" will do, for a seat that is not ready. */
function debateNote({ view, choice, seatNames: { me } }: Moment): string | undefined {
	if (!view.debate || view.debate.ready.includes(me!)) return undefined;
	const options = voteOptions(view, me, choice.selected);
	if (options.length === 0) return undefined;
	return options.some(({ chosen }) => chosen) ? m.brain_note_voted() : m.brain_note_no_vote();
}

/** Whether the family picks its master after the other one. */
const picksLater = ({ phase, board }: View, family: Family): boolean =>
	phase === 'pick' && board?.picks?.[family] === undefined;

/** In teams mode: who acts for the family, and what has been settled. */
function familyNote({ view, seatNames: { names, me } }: Moment): string | undefined {
	const family = familyOf(view, me);
	const { acting, family_votes: votes } = view;
	if (!acting || !family || !votes) return undefined;
	if (!acting.to_act.includes(family)) return picksLater(view, family) ? undefined : m.brain_note_acted();
	const mayWait = acting.waiting === family && acting.to_act[1]; // for the other family (B22)
	const note = voteNote(view, family, names[acting.ambassadors[family]!] ?? '', me);
	return mayWait ? formatSentences([m.brain_note_may_wait(), note]) : note;
}

function voteNote(view: View, family: Family, name: string, me: number | undefined): string {
	const settled = view.family_votes!.settled;
	if (isAmbassador(view, me)) return settled ? settledNote(view) : m.brain_note_ambassador();
	return settled ? m.brain_note_settled({ name }) : m.brain_note_family({ family: familyName(family), name });
}

const settledNote = ({ legal }: View): string =>
	legal?.kinds.includes('draw_lot') ? m.brain_note_tied() : m.brain_note_carry_out();

const LABELS: Partial<Record<Move['kind'], () => string>> = {
	volunteer: m.brain_do_volunteer,
	choose_pack: m.brain_do_pack,
	point: m.brain_do_point,
	draw_lot: m.brain_do_lot,
	lay_out: m.brain_do_lay_out,
	wait: m.brain_do_wait
};

/** The label of the confirm button; undefined without anything to confirm. */
export function actionOf({ view, choice, refused }: Moment): string | undefined {
	const rule = ruleOf(refused);
	if (rule) return m.cat_why_rule({ rule });
	return choice.move && labelOf(choice.move, view);
}

function labelOf(move: Move, view: View): string | undefined {
	switch (move.kind) {
		case 'ready':
			return view.phase === 'look' ? m.brain_do_seen() : m.brain_do_ready();
		case 'stay':
			return view.mode === 'teams' ? m.brain_do_stay_totem() : m.brain_do_stay_token();
		case 'place_totem':
			return m.brain_do_totem({ number: move.master + 1 });
		case 'place_token':
			return m.brain_do_token({ number: move.master + 1 });
		case 'pick':
			return m.brain_do_pick({ number: move.master + 1 });
		default:
			return LABELS[move.kind]?.();
	}
}
