import { render } from 'svelte/server';
import { afterEach, describe, expect, it } from 'vitest';
import { overwriteGetLocale, type Locale } from '#lib/locale.ts';
import { intentOf } from '#games/cat-in-the-box/action-bar.ts';
import { linesOf } from '#games/cat-in-the-box/log.ts';
import { reasonOf } from '#games/cat-in-the-box/reasons.ts';
import { announcement, eventSentence, lineSentence } from '#games/cat-in-the-box/event-sentences.ts';
import replayParts from '#games/cat-in-the-box/replay/index.ts';
import Trick from '#games/cat-in-the-box/Trick.svelte';
import { consequenceSentence, spaceLabel, whySpace } from '#games/cat-in-the-box/sentences.ts';
import { MY_LEAD, position } from './view.ts';

const seatNames = { names: ['Ada', 'Bo', 'Cy', 'Di'], me: 0 };

function speak(locale: Locale) {
	overwriteGetLocale(() => locale);
}

afterEach(() => speak('en'));
speak('en');

describe('what happened', () => {
	const played = { kind: 'declared', seat: 1, card: 3, color: 'red', lead: false, lost: 'blue' } as const;

	it('tells who played what and what it cost', () => {
		expect(eventSentence(played, seatNames)).toBe('Bo plays 3 as red. Bo didn’t follow and loses blue.');
		expect(eventSentence({ ...played, seat: 0 }, seatNames)).toContain('You play 3 as red.');
	});

	it('does so in the reader’s language', () => {
		speak('fr');
		expect(eventSentence(played, seatNames)).toContain('Bo joue un 3 en rouge.');
		speak('ja');
		expect(eventSentence(played, seatNames)).toContain('Boさんは3を赤と宣言。');
	});

	it('says “you” within a sentence, too', () => {
		const scored = { kind: 'round_scored', round: 0, points: [3, -2, 0, 4] } as const;
		expect(eventSentence({ ...scored, points: [...scored.points] }, seatNames)).toBe(
			'Round 1 scores: you +3, Bo −2, Cy 0, Di +4.'
		);
	});

	it('tells in one line who has put a card aside', () => {
		const aside = (version: number, seat: number) => ({
			version,
			events: [{ kind: 'card_set_aside', seat } as const]
		});
		const bid = { version: 3, events: [{ kind: 'bid_made', seat: 1, tricks: 2 } as const] };
		const lines = linesOf([aside(1, 2), aside(2, 0), bid, aside(9, 3)]);
		expect(lines.map(({ key, seats }) => [key, seats])).toEqual([
			['1.0', [2, 0]],
			['3.0', [1]],
			['9.0', [3]]
		]);
		expect(lines.map((line) => lineSentence(line, seatNames))).toEqual([
			'You and Cy discarded a card each.',
			'Bo bids 2.',
			'Di discarded a card.'
		]);
		expect(announcement([aside(1, 2), aside(2, 0), bid], position({ to_act: [3] }), seatNames)).toBe(
			'You and Cy discarded a card each. Bo bids 2. Di’s turn.'
		);
		overwriteGetLocale(() => 'ja');
		expect(lineSentence(lines[0]!, seatNames)).toBe('あなた、Cyさんがカードを1枚ずつ捨てました。');
	});

	it('bundles an update and says whose turn it is', () => {
		const entries = [{ version: 5, events: [{ kind: 'bid_made', seat: 2, tricks: 1 } as const] }];
		expect(announcement(entries, position({ to_act: [3] }), seatNames)).toBe('Cy bids 1. Di’s turn.');
	});

	it('calls the reader "you" among those who share the win', () => {
		const events = [{ kind: 'game_over', scores: [5, 1, 5, 2], winners: [0, 2] } as const].map((over) => ({
			...over,
			scores: [...over.scores],
			winners: [...over.winners]
		}));
		const said = announcement([{ version: 9, events }], position({ phase: 'over' }), { ...seatNames, me: 2 });
		expect(said).toMatch('Shared win with 5 points: Ada and you');
	});

	it('says once that the game is over', () => {
		const over = { kind: 'game_over', scores: [1, 5, 2, 3], winners: [1] } as const;
		const events = [{ ...over, scores: [...over.scores], winners: [...over.winners] }];
		expect(announcement([{ version: 9, events }], position({ phase: 'over' }), seatNames)).toBe(
			'The game is over: Bo wins with 5 points.'
		);
		expect(announcement([], position({ phase: 'over' }), seatNames)).toBe('The game is over.');
	});
});

describe('the reader’s own seat', () => {
	const trick = { leader: 0, cards: {} };
	const waiting = (locale: Locale) => {
		speak(locale);
		return render(Trick, { props: { trick, round: 0, number: 0, view: position(), seatNames } }).body;
	};

	it('is called “you” where a card is missing', () => {
		expect(waiting('en')).toContain('you haven’t played yet');
		expect(waiting('en')).toContain('Bo hasn’t played yet');
		expect(waiting('fr')).toContain('tu n’as pas encore joué');
		expect(waiting('ja')).toContain('>まだ出していません');
	});

	it('is asked to act in a replay, too', () => {
		const { legal, ...view } = MY_LEAD;
		const frame = { ply: 3, events: [], view, own: { 0: { legal } } };
		expect(replayParts.announce(frame, seatNames)).toBe('Your lead: pick a card.');
		expect(replayParts.announce(frame, { ...seatNames, me: undefined })).toBe('Ada’s turn.');
	});
});

describe('before the commitment', () => {
	it('names the cards that are left with little', () => {
		const loses = { keeps: { 3: 2, 4: 2, 7: 5, 8: 0 }, loses: 'blue' } as const;
		expect(consequenceSentence(loses)).toBe(
			'You lose blue for this round. No space left for 8. 2 spaces left for each of 3 and 4.'
		);
		expect(consequenceSentence({ keeps: { 4: 3, 7: 5 } })).toBe(
			'Every other card still has at least 3 spaces.'
		);
	});

	it('calls a declaration off the led color by its name', () => {
		const view = position({ legal: { declare: { yellow7: { keeps: { 4: 2 }, loses: 'blue' } } } });
		const move = { kind: 'declare', card: 7, color: 'yellow' } as const;
		const intent = intentOf(view, { card: 7, color: 'yellow' }, move, seatNames);
		expect(intent).toMatchObject({
			title: '7 as yellow: doesn’t follow blue',
			action: 'Declare',
			warn: true
		});
	});
});

it('asks for nothing after the answer to a puzzle', () => {
	const view = position({ to_act: [0] });
	const intent = intentOf(view, { card: 7, color: 'red' }, undefined, { ...seatNames, me: 0 });
	expect(intent).toEqual({ title: 'You have answered', note: '', warn: false });
});

describe('labels and reasons', () => {
	it('says a space in full', () => {
		expect(spaceLabel('yellow7', reasonOf(MY_LEAD, 'yellow7'), true, seatNames)).toBe(
			'yellow 7, free, you can declare here, selected'
		);
		expect(spaceLabel('blue6', reasonOf(MY_LEAD, 'blue6'), false, seatNames)).toBe('blue 6, Bo’s token');
	});

	it('gives the rule with the reason', () => {
		expect(whySpace(MY_LEAD, 'red4', reasonOf(MY_LEAD, 'red4'), seatNames).rule).toBe('C10');
		expect(whySpace(MY_LEAD, 'blue6', reasonOf(MY_LEAD, 'blue6'), seatNames)).toEqual({
			text: 'Bo already has a token on blue 6.',
			rule: 'C9'
		});
	});
});
