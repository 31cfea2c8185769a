import { afterEach, describe, expect, it } from 'vitest';
import { announcement, eventSentence, progressSentence } from '#games/braincat/log-sentences.ts';
import { writerOfLastDeal } from '#games/braincat/log.ts';
import moveLabel from '#games/braincat/move-label.ts';
import type { Event } from '#games/braincat/protocol.ts';
import { overwriteGetLocale } from '#lib/locale.ts';
import { framesIn, GAMES } from './games.ts';

const SEATS = { names: ['Ada', 'Bo', 'Cy'], me: undefined };
const said = (event: Event, me?: number): string => eventSentence(event, { ...SEATS, me });

afterEach(() => overwriteGetLocale(() => 'en'));

describe.each(['en', 'fr', 'ja'] as const)('in %s', (locale) => {
	it.each(Object.keys(GAMES) as (keyof typeof GAMES)[])(
		'every event of the %s game has a sentence',
		(name) => {
			overwriteGetLocale(() => locale);
			const names = GAMES[name].replay.table.seats;
			for (const me of [undefined, 0])
				for (const { ply, events, view } of framesIn(name)) {
					const text = announcement([{ version: ply, events }], view, { names, me });
					expect(text).not.toMatch(/undefined|NaN|brain_|[{}]/);
					if (locale === 'ja') expect(text).not.toMatch(/[。！] /);
					for (const event of events) expect(eventSentence(event, { names, me })).toMatch(/[.!。！]|: |：/);
				}
		}
	);
});

it('counts in plurals', () => {
	const scored = (scorers: number[], points: number) =>
		said({ kind: 'token_placed', seat: 0, master: 2, scorers, points });
	expect(scored([], 1)).toBe('Ada puts a token on master card 3.');
	expect(scored([1], 1)).toBe('Ada puts a token on master card 3. Bo scores 1 point.');
	expect(scored([1, 2], 2)).toBe('Ada puts a token on master card 3. Bo and Cy score 2 points each.');
	expect(said({ kind: 'masters_dumped', masters: [0] })).toBe('Master card 1 goes to the dumpster.');
	expect(said({ kind: 'masters_dumped', masters: [0, 3] })).toBe('Master cards 1 and 4 go to the dumpster.');
});

it('says you to the reader', () => {
	expect(said({ kind: 'vote_cast', seat: 1, choice: 'red' }, 1)).toBe('You vote to keep the red card.');
	expect(said({ kind: 'vote_cast', seat: 1, choice: 'clue' })).toBe('Bo votes for another clue.');
	expect(said({ kind: 'game_over', scores: [0, 3, 3], winners: [1, 2] }, 2)).toBe('You and Bo win together.');
	expect(said({ kind: 'game_over', scores: [0, 3, 3], winners: [1, 2] }, 0)).toBe('Bo and Cy win together.');
	expect(said({ kind: 'game_over', scores: [0, 3, 1], winners: [1] }, 1)).toBe('You win!');
});

it.each([
	['en', 'You and Ada score 2 points each.'],
	['fr', 'Toi et Ada, vous marquez 2 points par personne.'],
	['ja', 'あなた、Adaさんは2点ずつ得ました。']
] as const)('says you to the reader among others, first, in %s', (locale, sentence) => {
	overwriteGetLocale(() => locale);
	const event: Event = { kind: 'token_placed', seat: 2, master: 2, scorers: [0, 1], points: 2 };
	expect(said(event, 1)).toContain(sentence);
});

it('tells a throw of the totems from a majority', () => {
	expect(said({ kind: 'decided', choice: 'blue' })).toBe('The family keeps the blue card.');
	expect(said({ kind: 'decided', choice: 'blue', card_throw: 1 })).toMatch(/^The totems decide:/);
	expect(said({ kind: 'decided' })).toMatch(/^Nobody voted/);
});

it('names mood and packs', () => {
	const dealt = { kind: 'round_dealt', pack: 'jobs', clue_pack: 'bar', mood: 'M10' } as const;
	expect(said(dealt)).toBe(
		'The cards are dealt: master cards from Odd jobs, clues from Bar talk. The cat’s mood: Brazen.'
	);
});

it('writes the texts of cards if it has them', () => {
	const cards = { master: () => '“a fish”', clue: () => '“a mouse”' };
	expect(eventSentence({ kind: 'clue_laid', clue: 1, card: 7 }, SEATS, cards)).toBe('Clue 2: “a mouse”');
	expect(eventSentence({ kind: 'clue_laid', clue: 1, card: 7 }, SEATS)).toBe('Clue 2: card 7');
});

it.each([
	['en', '“a fish”', /^Master card 5 is turned out: “a fish”\. Who/],
	['en', '“Who, me?”', /: “Who, me\?” Who/],
	['fr', '«\u00a0un poisson\u00a0»', /: «\u00a0un poisson\u00a0»\. Qui/],
	['fr', '«\u00a0Moi\u202f?\u00a0»', /: «\u00a0Moi\u202f\?\u00a0» Qui/],
	['ja', '「さかな」', /：「さかな」。猫に/]
] as const)('ends sentences of announcements in %s after %s', (locale, text, expected) => {
	overwriteGetLocale(() => locale);
	const cards = { master: () => text, clue: () => '' };
	const { view } = framesIn('discovery')[0]!; // a cat chooses its pack
	const turnedOut: Event = { kind: 'master_turned_out', master: 4, card: 25 };
	expect(announcement([{ version: 0, events: [turnedOut] }], view, SEATS, cards)).toMatch(expected);
});

it('announces the end of a round with its cards', () => {
	const byPack = ({ pack }: { pack: string }) => ({ master: () => `a card of ${pack}`, clue: () => '' });
	const deal = (pack: string): Event => ({ kind: 'round_dealt', pack, clue_pack: pack });
	const turnedOut: Event = { kind: 'master_turned_out', master: 4, card: 25 };
	const log = [[deal('bar')], [deal('jobs')], [turnedOut]].map((events, version) => ({ version, events }));
	const { view } = framesIn('discovery')[0]!; // a cat chooses its pack
	const cards = writerOfLastDeal(log, byPack);
	expect(announcement(log.slice(-1), view, SEATS, cards)).toMatch(/^Master card 5 .* a card of jobs\. /);
	expect(writerOfLastDeal([], byPack)).toBeUndefined();
});

it('counts the points of a round by family in teams mode', () => {
	const names = ['Ada', 'Bo', 'Cy', 'Di', 'Eve', 'Flo'];
	const { ply, events, view } = framesIn('teams').find(({ events }) =>
		events.some(({ kind }) => kind === 'round_scored')
	)!;
	expect(announcement([{ version: ply, events }], view, { names, me: 0 })).toMatch(
		/Points in this round: Red family \d+, Blue family \d+\./
	);
	overwriteGetLocale(() => 'ja');
	expect(announcement([{ version: ply, events }], view, { names, me: 0 })).toMatch(
		/このラウンドの得点：赤の家族 \d+点、青の家族 \d+点。/
	);
});

it('counts the points of a round by seat, with the reader as you', () => {
	const points = said({ kind: 'round_scored', mystery: 0, points: [8, 7, 0] }, 1);
	expect(points).toMatch(/Ada\s8, you\s7, Cy\s0\./);
});

it('says once that the game is over', () => {
	const { ply, events, view } = framesIn('discovery').at(-1)!;
	expect(announcement([{ version: ply, events }], view, SEATS)).toMatch(/The game is (won!|lost\.)$/);
	expect(announcement([], view, SEATS)).toBe('The game is over.');
});

it('counts rounds up to the last one', () => {
	const frames = framesIn('discovery');
	expect(progressSentence(frames[0]!.view)).toBe('Round 1 of 3');
	expect(progressSentence(frames.at(-1)!.view)).toBe('Round 3 of 3');
});

it('labels moves in a few words', () => {
	expect(moveLabel({ kind: 'vote_cast', seat: 0, choice: 'clue' })).toBe('ask for a clue');
	expect(moveLabel({ kind: 'paw_placed', paw: 0, at: 1 })).toBe('clue 2');
	expect(moveLabel({ kind: 'clue_laid', clue: 0, card: 3 })).toBeUndefined();
	const labels = Object.keys(GAMES).flatMap((name) =>
		framesIn(name as keyof typeof GAMES).flatMap(({ events }) =>
			events.flatMap((event) => moveLabel(event) ?? [])
		)
	);
	expect(labels.every((label) => label.length > 0 && label.length < 30)).toBe(true);
});
