import type { GameAdvice } from '#lib/game-definition.ts';
import { amount } from '#lib/points.ts';
import { m } from '#messages';
import { coverWords, faceWords } from './labels.ts';
import type { CatBoxLite, Move } from './protocol.ts';

/** The face that a move places, and what it covers. */
function moveWords(view: CatBoxLite['view'], move: Move): string {
	const cards = move.face === 'public' ? view.hands[move.holder] : view.backs;
	const face = faceWords(cards?.[move.slot] ?? '');
	const covers = view.legal?.places[`${move.column},${move.row}`] ?? '';
	const [column, row] = [move.column, move.row].map(amount) as [string, string];
	return m.lite_advice_move({ face, covers: coverWords(covers), column, row });
}

const advice: GameAdvice<CatBoxLite> = {
	theme: (key) => (key === 'win' ? m.lite_theme_win() : m.lite_theme_points()),
	points: m.analysis_lead,
	chance: () => m.lite_chance_win(),
	numbers: m.lite_advice_numbers,
	comparison: (measure, values) => (measure === 'win' ? m.lite_advice_win : m.lite_advice_points)(values),
	moveWords
};

export default advice;
