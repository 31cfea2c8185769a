/** A table's settings as texts and icons. */

import { m } from '#messages';
import { LANGUAGES } from '#lib/languages.ts';
import { offersOf } from '#games/registry.ts';
import { formatList } from '#lib/list-format.ts';
import { LAYOUTS, botName } from '#lib/labels.ts';
import type { TableInfo, TableSettings } from '#lib/protocol.ts';
import type { SettingSign } from './SettingIcon.svelte';

export type Clock = TableSettings['clock'];

/** Settings shown before a player sits down, also in the lobby. */
type Agreed = Pick<
	TableSettings,
	'clock' | 'hold' | 'watching' | 'caretaker' | 'memory' | 'chat' | 'languages'
>;

interface Fact {
	sign: SettingSign;
	text: string;
	on: boolean; // whether the setting is on
}

export const CLOCKS: Record<Clock, { name: () => string; hint?: () => string }> = {
	none: { name: m.clock_none },
	steps: { name: m.clock_steps, hint: m.clock_steps_hint },
	steps_day: { name: m.clock_steps_day, hint: m.clock_steps_day_hint },
	relaxed: { name: m.clock_relaxed, hint: m.clock_relaxed_hint },
	quick: { name: m.clock_quick, hint: m.clock_quick_hint },
	half_day: { name: m.clock_half_day },
	day: { name: m.clock_day },
	three_days: { name: m.clock_three_days }
};

const VISIBLE: Record<TableSettings['visibility'], [SettingSign, () => string]> = {
	public: ['door', m.fact_public],
	link: ['link', m.fact_link],
	friends: ['friends', m.fact_friends]
};

/** Who can find the table. */
function visibility(of: TableSettings['visibility']): Fact {
	const [sign, words] = VISIBLE[of];
	return { sign, text: words(), on: true };
}

/** The time control in short form. */
export function clockText(clock: Clock): string {
	const { name, hint } = CLOCKS[clock];
	if (clock === 'none') return m.fact_no_clock();
	return hint ? `${name()} · ${hint()}` : name();
}

const WATCHING: Record<TableSettings['watching'], () => string> = {
	nobody: m.fact_watch_nobody,
	public: m.fact_watch_public,
	hand: m.fact_watch_hand
};

/** The settings that a card of a table names in a word or two; what the game does without is left out. */
export function briefFacts(game: string, { hold, watching, caretaker, memory, chat }: Agreed): Fact[] {
	const all: (Fact | false)[] = [
		hold > 0 && { sign: 'hold', on: true, text: m.short_fact_hold({ count: hold }) },
		watching === 'nobody'
			? { sign: 'eye', on: false, text: m.short_fact_no_watching() }
			: { sign: watching === 'hand' ? 'hand' : 'eye', on: true, text: m.short_fact_watching() },
		offersOf(game).bots && {
			sign: 'caretaker',
			on: caretaker,
			text: caretaker ? m.short_fact_caretaker() : m.short_fact_no_caretaker()
		},
		memory && { sign: 'memory', on: true, text: m.short_fact_memory() },
		{ sign: 'chat', on: chat, text: chat ? m.short_fact_chat() : m.short_fact_no_chat() }
	];
	return all.filter((fact) => fact !== false);
}

/** Settings that are on or off, as far as the game has them, in a fixed order. */
function facts(game: string, agreed: Agreed): Fact[] {
	const { hold, watching, caretaker, memory, chat } = agreed;
	const offers = offersOf(game);
	const all: (Fact | false)[] = [
		{ sign: 'hold', on: hold > 0, text: hold ? m.fact_hold({ count: hold }) : m.fact_no_hold() },
		{
			sign: watching === 'hand' ? 'hand' : 'eye',
			on: watching !== 'nobody',
			text: WATCHING[watching]()
		},
		offers.bots && {
			sign: 'caretaker',
			on: caretaker,
			text: caretaker ? m.fact_caretaker() : m.fact_no_caretaker()
		},
		offers.memory && { sign: 'memory', on: memory, text: memory ? m.fact_memory() : m.fact_no_memory() },
		{ sign: 'chat', on: chat, text: chat ? m.fact_chat() : m.fact_no_chat() }
	];
	return all.filter((fact) => fact !== false);
}

export const languageNames = (languages: TableSettings['languages']): string =>
	formatList(languages.map((language) => LANGUAGES[language]));

/** Describes what has changed of the seats and the settings. */
export function changes(before: TableInfo, after: TableInfo): string[] {
	const known = allFacts(before);
	return allFacts(after).filter((text) => !known.includes(text));
}

const allFacts = ({ game, seats, options, bots: key, terms }: TableInfo): string[] => [
	m.players_count({ count: seats.length }),
	...[LAYOUTS[String(options.layout)]].flatMap((layout) =>
		layout ? [m.fact({ what: m.layout(), value: layout.name() })] : []
	),
	...(offersOf(game).bots ? [botsFact(key)] : []),
	...settingFacts(game, terms).map(({ text }) => text)
];

/** Which bots fill empty seats. */
export const botsFact = (key: string): string => m.fact({ what: m.empty_seats(), value: botName(key) });

/** All settings that a table of this game has. */
export function settingFacts(game: string, settings: TableSettings): Fact[] {
	const clock: Fact = { sign: 'clock', text: clockText(settings.clock), on: settings.clock !== 'none' };
	const languages: Fact = { sign: 'languages', text: languageNames(settings.languages), on: true };
	const all = [visibility(settings.visibility), clock, ...facts(game, settings)];
	return settings.languages.length ? [...all, languages] : all;
}
