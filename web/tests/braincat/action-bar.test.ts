import { describe, expect, it } from 'vitest';
import { noteOf } from '#games/braincat/action-bar.ts';
import type { Choice } from '#games/braincat/choice.svelte.ts';
import type { Table, View } from '#games/braincat/protocol.ts';
import { viewWhere } from './positions.ts';

const table = { connection: 'open' } as Table;
const choice = { selected: {} } as Choice;

it('while the cat looks at the master cards, it learns that they will be hidden', () => {
	const [view, me] = viewWhere(
		'discovery',
		({ phase, board }: View, seat) => phase === 'look' && board?.cat === seat
	);
	const seatNames = { names: ['Ada', 'Bo', 'Cy'], me };
	expect(noteOf({ table, view, choice, seatNames, refused: undefined })).toMatch(/^Remember them/);
});

describe('while the cat points', () => {
	const note = (isCat: boolean, masters_as_numbers: boolean): string | undefined => {
		const [paw, seat] = viewWhere(
			'moods',
			({ phase, board }: View, seat) => phase === 'paw' && (board?.cat === seat) === isCat
		);
		const view = { ...paw, masters_as_numbers };
		const seatNames = { names: ['Ada', 'Bo', 'Cy'], me: seat };
		return noteOf({ table, view, choice, seatNames, refused: undefined });
	};

	it('all others learn why the cards have no texts', () => {
		expect(note(false, true)).toBe('The texts of the master cards are hidden while the cat points.');
	});

	it('nothing is said where texts are shown, nor to the cat', () => {
		expect(note(false, false)).toBeUndefined();
		expect(note(true, true)).toBeUndefined();
	});
});

describe('while seats are awaited', () => {
	const names = ['Ada', 'Bo', 'Cy', 'Di', 'Eve', 'Flo'];
	const note = (view: View, me: number): string | undefined =>
		noteOf({ table, view, choice, seatNames: { names, me }, refused: undefined });

	it.each<[string, View['phase'], boolean, RegExp | undefined]>([
		['voted but is not ready', 'debate', false, /^You’ve voted: confirm with “Ready”/],
		['is ready', 'debate', true, /^Waiting for/]
	])('a member of the family that %s learns what is missing', (_, phase, ready, expected) => {
		const [view, me] = viewWhere(
			'moods',
			({ phase: step, debate, to_act }, seat) =>
				step === phase &&
				debate!.votes[seat] !== undefined &&
				debate!.ready.includes(seat) === ready &&
				to_act.some((other) => other !== seat && !debate!.ready.includes(other))
		);
		expect(note(view, me)).toMatch(expected!);
	});

	it('one that has not placed its token is not sent to wait for others', () => {
		const waits = (acted: boolean) =>
			viewWhere(
				'individual',
				({ phase, board, to_act }, seat) =>
					phase === 'choice' && board!.cat !== seat && to_act.includes(seat) !== acted && to_act.length > 0
			);
		expect(note(...waits(false))).toBeUndefined();
		expect(note(...waits(true))).toMatch(/^Waiting for/);
	});

	it('other members of the family learn that their vote is settled', () => {
		const [view, me] = viewWhere(
			'teams',
			({ acting, families, family_votes, board }, seat) =>
				family_votes?.settled === true &&
				board?.cat !== seat &&
				acting!.to_act.includes(families![seat]!) &&
				acting!.ambassadors[families![seat]!] !== seat
		);
		expect(view.legal!.kinds).toContain('vote'); // until the ambassador acts
		expect(note(view, me)).toMatch(/The vote is settled: it’s up to [A-Z]\w+\.$/);
	});

	it('an ambassador learns whether its family agreed', () => {
		const settled = (tied: boolean) =>
			viewWhere(
				'teams',
				({ legal, family_votes }) =>
					family_votes?.settled === true &&
					legal !== undefined &&
					!legal.kinds.includes('vote') &&
					legal.kinds.includes('draw_lot') === tied
			);
		expect(note(...settled(true))).toBe('The vote is tied: draw lots.');
		expect(note(...settled(false))).toBe('The vote is settled: it’s up to you.');
	});

	it('the family that may wait for the other one learns so', () => {
		const waits = ({ phase, acting, families, board }: View, seat: number) =>
			phase === 'keep' &&
			acting!.to_act.length > 1 &&
			board!.cat !== seat &&
			families![seat] === acting!.waiting;
		const [view, me] = viewWhere('teams', waits);
		expect(note(view, me)).toMatch(/^Your family may wait for the other one\. [YTRB]/);
		const other = (seat: number) => view.families![seat] !== view.families![me] && seat !== view.board!.cat;
		const [rival, seat] = viewWhere(
			'teams',
			(one, seat) => one.phase === 'keep' && other(seat) && !waits(one, seat)
		);
		expect(note(rival, seat)).not.toMatch(/wait for/);
		const acting = { ...view.acting!, to_act: [view.acting!.waiting!] };
		expect(note({ ...view, acting }, me)).not.toMatch(/wait for/);
	});
});
