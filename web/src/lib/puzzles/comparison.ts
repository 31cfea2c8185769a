import type { GameAdvice } from '#lib/game-definition.ts';
import type { MoveComparison } from '#lib/protocol.ts';
import { inHundred, tenths } from './numbers.ts';

/** Returns the sentence that compares the best move in the position of a view with another one. */
export function comparisonSentence(
	advice: GameAdvice,
	view: object,
	best: object,
	{ measure, best: better, other, move: worse }: MoveComparison
): string {
	const written = measure === 'points' ? tenths : inHundred;
	return advice.comparison(measure, {
		best: advice.moveWords(view, best),
		other: advice.moveWords(view, worse),
		more: written(better),
		less: written(other)
	});
}
