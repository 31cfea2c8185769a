/** The analysis of Cat Box Lite. */

import type { AnalysisTexts } from '#lib/analysis/texts.ts';
import { amount } from '#lib/points.ts';
import { m } from '#messages';
import { faceWords } from '../labels.ts';
import type { CatBoxLite } from '../protocol.ts';
import { faceOf } from './best-move.ts';

const texts: AnalysisTexts<CatBoxLite> = {
	moveName: (move, before) =>
		m.analysis_place({
			face: faceWords(faceOf(move, before)),
			column: amount(move.column),
			row: amount(move.row)
		}),
	label: (_, before) => String(Math.floor(before.view.turn / before.view.seats) + 1),
	axis: m.analysis_move,
	points: m.analysis_lead,
	hint: m.analysis_lead_hint,
	chances: { win: m.analysis_win },
	curve: m.analysis_curve_lead,
	identity: (seat, { own }) => own[seat]?.identity
};

export default texts;
