/** The analysis of Cat in the Box. */

import type { AnalysisTexts } from '#lib/analysis/texts.ts';
import { m } from '#messages';
import { spaceOf } from '../labels.ts';
import type { CatInTheBox, Move } from '../protocol.ts';
import { spaceName } from '../sentences.ts';

function moveName(move: Move): string {
	switch (move.kind) {
		case 'set_aside':
			return m.analysis_discard({ card: move.card });
		case 'bid':
			return m.analysis_bid({ tricks: move.tricks });
		case 'declare':
			return spaceName(spaceOf(move.color, move.card));
	}
}

const texts: AnalysisTexts<CatInTheBox> = {
	moveName,
	label: (move, before) => {
		if (move.kind === 'set_aside') return undefined;
		return String(move.kind === 'bid' ? 0 : before.view.trick + 1);
	},
	axis: m.replay_trick,
	points: m.analysis_points,
	hint: m.analysis_points_hint,
	chances: { paradox: m.analysis_paradox, bonus: m.analysis_bonus },
	curve: (round) => m.analysis_curve_points({ round })
};

export default texts;
