import { render } from 'svelte/server';
import { afterEach, expect, it } from 'vitest';
import Highlights from '#games/braincat/replay/Highlights.svelte';
import { bestReader, longestThought } from '#games/braincat/replay/highlights.ts';
import { roundsOf } from '#games/braincat/rounds.ts';
import { overwriteGetLocale, type Locale } from '#lib/locale.ts';
import { framesIn, GAMES } from './games.ts';

const frames = framesIn('individual');
const rounds = roundsOf(frames);
const { view } = frames.at(-1)!;
const names = GAMES.individual.replay.table.seats;
const best = bestReader(rounds)!;
const longest = longestThought(rounds)!;

const itemsFor = (me: number, locale: Locale = 'en'): string[] => {
	overwriteGetLocale(() => locale);
	const { body } = render(Highlights, { props: { rounds, view, seatNames: { names, me } } });
	return [...body.replace(/<!--[^]*?-->/g, '').matchAll(/<li[^>]*>([^]*?)<\/li>/g)].map(([, text]) =>
		text!.trim()
	);
};

afterEach(() => overwriteGetLocale(() => 'en'));

it('calls the reader "you"', () => {
	expect(itemsFor(best.seat)[0]).toMatch(new RegExp(`^You understood ${names[best.cat]} best`));
	expect(itemsFor(best.cat)[0]).toMatch(new RegExp(`^${names[best.seat]} understood you best`));
	expect(itemsFor(longest.cat)[1]).toMatch(/^Longest thought: you,/);
});

it.each(['en', 'fr', 'ja'] as const)('never has the name of the reader, in %s', (locale) => {
	for (const [seat, name] of names.entries()) expect(itemsFor(seat, locale).join()).not.toContain(name);
});
