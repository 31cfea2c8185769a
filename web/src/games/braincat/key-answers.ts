/** What a key does at the moment. */

import { clueOrder } from './board.ts';
import type { Choice } from './choice.svelte.ts';
import type { KeyAction } from './keyboard.ts';
import { voteOptions } from './options.ts';
import { pointable } from './pointing.ts';
import type { View, Vote } from './protocol.ts';

export { keyActionOf as actionOf } from './keyboard.ts';

/** `done`: the key has been handled; `commit`: the confirm button is to be pressed; else a dialog to open. */
type Answer = 'done' | 'commit' | 'keys' | 'log' | 'recap' | undefined;

/** Handles a key; returns undefined if the browser should handle it. `onButton`: a button has the focus. */
export function answerOf(
	action: KeyAction,
	view: View,
	choice: Choice,
	me: number | undefined,
	onButton: boolean
): Answer {
	switch (action.kind) {
		case 'number':
			return done(pickNumber(action.number, view, choice, me));
		case 'side':
			return done(turnPaw(action.way, view, choice));
		case 'vote':
			return done(vote(action.vote, view, choice, me));
		case 'ready':
			return view.debate && choice.move ? 'commit' : undefined;
		case 'commit':
			return choice.move && !onButton && !view.debate ? 'commit' : undefined;
		case 'cancel':
			choice.cancel();
			return 'done';
		default:
			return action.kind;
	}
}

const done = (handled: boolean): Answer => (handled ? 'done' : undefined);

/** Chooses the pack, the clue or the master with this number, from 1. */
function pickNumber(number: number, view: View, choice: Choice, me: number | undefined): boolean {
	const { legal } = view;
	const pack = legal?.packs?.[number - 1];
	if (pack !== undefined) choice.pick({ pack });
	else if (legal?.at) return pickClue(number - 1, legal.at, choice);
	else return vote(String(number - 1), view, choice, me);
	return true;
}

function pickClue(clue: number, at: readonly number[], choice: Choice): boolean {
	if (!at.includes(clue)) return false;
	choice.pick({ at: clue });
	return true;
}

/** Turns the paw to the clue on this side. */
function turnPaw(way: -1 | 1, view: View, choice: Choice): boolean {
	const [before, after] = view.board ? pointable(view, clueOrder(view.board)) : [];
	const at = way < 0 ? before : after;
	if (at !== undefined) choice.pick({ at });
	return at !== undefined;
}

/** Votes for a master by its place, or for something else; asks why if that is impossible. */
function vote(what: string, view: View, choice: Choice, me: number | undefined): boolean {
	const options = voteOptions(view, me, choice.selected);
	const option = options.find(({ vote, place }) => vote === what || String(place) === what);
	if (option) choice.choose(option.vote);
	else if (view.board) void choice.ask(what as Vote);
	return option !== undefined || view.board !== undefined;
}
