import type { GameAdvice } from '#lib/game-definition.ts';
import type { MoveComparison } from '#lib/protocol.ts';
import { tenths } from '#lib/number-format.ts';

/** Returns how often something happens in a hundred deals. */
const inHundred = (chance: number): string => String(Math.round(100 * chance));

/** Returns the sentence that compares the best move in the position of a view with another one. */
export function comparisonSentence(
	advice: GameAdvice,
	view: object,
	best: object,
	{ measure, best: better, other, move: worse }: MoveComparison
): string {
	const format = measure === 'points' ? tenths : inHundred;
	return advice.comparison(measure, {
		best: advice.moveWords(view, best),
		other: advice.moveWords(view, worse),
		more: format(better),
		less: format(other)
	});
}
