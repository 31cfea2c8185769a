import { describe, expect, it } from 'vitest';
import {
	changed,
	chosenPacks,
	offerOf,
	packOptions,
	seatsFor,
	toggledPacks
} from '#games/braincat/new-table.ts';
import type { GameInfo } from '#lib/protocol.ts';

const option = (choices: (string | number | boolean)[], modes: string[] = []) => ({
	choices,
	modes,
	defaults: {}
});

const GAME = {
	key: 'braincat',
	seats: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
	options: {
		mode: option(['discovery', 'moods', 'teams', 'individual']),
		cats: option(['clockwise', 'volunteers']),
		debate: option([240, 180, 120, 60], ['discovery', 'moods']),
		target: option([12, 15], ['moods'])
	},
	packs: ['jobs', 'bar', 'ads']
} as unknown as GameInfo;

describe('the form', () => {
	it('offers the seats of the mode', () => {
		expect(seatsFor({}, GAME.seats)[0]).toBe(2);
		expect(seatsFor({ mode: 'teams' }, GAME.seats)[0]).toBe(6);
		expect(seatsFor({ mode: 'individual' }, GAME.seats)).toHaveLength(10);
	});

	it('offers the options of the mode, the default chosen', () => {
		expect(offerOf(GAME, 'debate', {})).toEqual({ values: [240, 180, 120, 60], chosen: 240 });
		expect(offerOf(GAME, 'debate', { debate: 60 })?.chosen).toBe(60);
		expect(offerOf(GAME, 'target', {})).toBeUndefined();
		expect(offerOf(GAME, 'debate', { mode: 'teams' })).toBeUndefined();
	});

	it('leaves out what a new mode has not', () => {
		const moods = { mode: 'moods', target: 15, cats: 'volunteers', packs: {} };
		expect(changed(GAME, moods, 'mode', 'teams')).toEqual({ mode: 'teams', cats: 'volunteers', packs: {} });
	});
});

describe('the packs', () => {
	it('are all unless some are chosen, and never none', () => {
		expect(chosenPacks(GAME, {})).toEqual(GAME.packs);
		expect(toggledPacks(GAME, {}, 'bar')).toEqual(['jobs', 'ads']);
		expect(toggledPacks(GAME, { packs: { jobs: {} } }, 'ads')).toEqual(['jobs', 'ads']);
		expect(toggledPacks(GAME, { packs: { jobs: {} } }, 'jobs')).toBeUndefined();
	});

	it('are two at least with Schizo', () => {
		expect(toggledPacks(GAME, { schizo: true, packs: { jobs: {}, bar: {} } }, 'bar')).toBeUndefined();
	});

	it('are sent as records have them', () => {
		const pack = { name: 'jobs', title: '', memo: false, languages: ['en'] };
		const cards = [{ texts: {}, letters: 'AB', sex: '' }];
		expect(packOptions([{ ...pack, cards }])).toEqual({ jobs: { letters: ['AB'], memo: false } });
		const people = [{ texts: {}, letters: '', sex: 'w' }];
		expect(packOptions([{ ...pack, name: 'ads', cards: people }])).toEqual({
			ads: { sexes: 'w', memo: false }
		});
	});
});
