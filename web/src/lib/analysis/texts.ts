/** How a game's analysis is shown. */

import type { AnyGame, Game } from '#lib/protocol.ts';
import type { Frame } from '#lib/replay/frames.ts';

export interface AnalysisTexts<G extends Game = AnyGame> {
	/** A move in a few words. */
	moveName: (move: G['move'], before: Frame<G>) => string;
	/** The label of a decision in the chart; undefined for one that is left out. */
	label: (move: G['move'], before: Frame<G>) => string | undefined;
	/** The unit of the labels. */
	axis: () => string;
	points: () => string;
	/** What the numbers mean. */
	hint: () => string;
	/** The names of the chances, by the server's name. */
	chances: Record<string, () => string>;
	curve: (round: number) => string;
	/** The identity of a seat, as the server's beliefs name it. */
	identity?: (seat: number, frame: Frame<G>) => string | undefined;
}
