import { describe, expect, it } from 'vitest';

/** The wording of all messages: the words of the glossary, plurals, and the length of buttons. */

type Message = string | [{ match: Record<string, string>; declarations: string[] }];
interface Catalogue {
	[key: string]: Message | Catalogue;
}
interface Text {
	key: string;
	text: string;
	plural: boolean; // the message differs by a number
}

const catalogues = import.meta.glob<Catalogue>('../messages/*/*.json', { eager: true, import: 'default' });

function textsOf(value: Message | Catalogue, key: string): Text[] {
	if (typeof value === 'string') return [{ key, text: value, plural: false }];
	if (!Array.isArray(value)) return Object.entries(value).flatMap(([name, part]) => textsOf(part, name));
	const [{ match, declarations }] = value;
	const plural = declarations.some((declaration) => declaration.endsWith(': plural'));
	return Object.values(match).map((text) => ({ key, text, plural }));
}

const textsIn = (language: string): Text[] =>
	Object.entries(catalogues).flatMap(([path, catalogue]) =>
		path.includes(`/${language}/`) ? textsOf(catalogue, '') : []
	);
const matching = (texts: Text[], pattern: RegExp): string[] =>
	texts.filter(({ text }) => pattern.test(text)).map(({ key, text }) => `${key}: ${text}`);

/** Words that have another one in the glossary, or that no game site uses. */
const BANNED: Record<string, RegExp> = {
	en: /\blook(s|ed|ing)? on\b|onlooker|\bshall\b|\banew\b|(?<!all )\bat once\b|\b(lay|lays|laid)\b(?! out)|\blies\b|whoever|caretaker|\bput(s|ting)? aside|\(s\)|somebody|everybody|\bcannot\b|\b(do|does|did|is|are|was|has|have) not\b|observation marker|memory panel|muddled|\bterms\b/i,
	fr: /gardien|rediffusion|(?<!petites )\bannonc(e|es|er)\b|plateau de recherche|marqueur|couleur demandée|zone de jeu|\brobots?\b|étagère|\bmener\b|\bmènes?\b|enregistrement|\(s\)|le rouge est ouvert/i,
	ja: /対局|棋譜|指せ|もう一局|サイン(イン|アウト)|ビッド(?!）)|観測マーカー|メモパネル|準備OK|だれ|ブラウザー|一手|指紋|[()?!](?!」)/
};

describe.each(Object.keys(BANNED))('the texts in %s', (language) => {
	it('use no banned word', () => {
		expect(matching(textsIn(language), BANNED[language]!)).toEqual([]);
	});
});

it('no French word that a vowel shortens stands before a name', () => {
	const before =
		/\b(de|que|jusque|lorsque|le|la|ne|se) \{(names?|seat|guest|pack|clues|title|game|device|host|text)\}/;
	expect(matching(textsIn('fr'), before)).toEqual([]);
});

it('a value stands beside Japanese without a space', () => {
	expect(matching(textsIn('ja'), /[\u3040-\u30ff\u4e00-\u9fff] \{|\} [\u3040-\u30ff\u4e00-\u9fff]/)).toEqual(
		[]
	);
});

it('no Japanese number that can be above nine has the counter for things', () => {
	expect(matching(textsIn('ja'), /\{count\}つ/)).toEqual([]);
});

/** One word for a thing, in each language. */
const GLOSSARY: Record<string, [en: RegExp, fr: RegExp, ja: RegExp]> = {
	create_table: [/Create/, /Créer/, /作る/],
	lobby_open_own: [/Create/, /Créer/, /作る/],
	spectator_list: [/Spectators/, /Spectateurs/, /観戦者/],
	invite_link: [/Invite link/, /Lien d’invitation/, /招待リンク/],
	terms_public: [/Public/, /Publique/, /公開/],
	terms_link: [/Private/, /Privée/, /非公開/],
	terms_memory: [/Card tracker/, /Aide-mémoire/, /カウント補助/],
	clock_days: [/Turn-based/, /Tour par tour/, /ターンベース/],
	ready: [/ready/, /C’est bon/, /準備できた/],
	seat_away: [/away/, /n’est plus là/, /離席中/],
	branch_hint: [/Creates/, /Crée/, /作ります/],
	duplicate_hint: [/Creates/, /Crée/, /作ります/],
	seat_caretaker: [/substitute/, /remplaçant/, /代理ボット/],
	time_go_on: [/Resume/, /Reprendre/, /再開/],
	cat_take_back: [/Undo/, /Annuler/, /取り消す/],
	rematch_yes: [/Play again/, /Rejouer/, /もう一度遊ぶ/],
	account_sign_in: [/Sign in/, /Se connecter/, /ログイン/],
	leaderboard_place: [/Rank/, /Rang/, /順位/],
	replay_title: [/Replay/, /Replay/, /リプレイ/],
	replay_eyes: [/View as/, /Point de vue/, /視点/],
	shared_replay_take_lead: [/control/, /Présenter/, /進行/],
	chat_phrases: [/Quick phrases/, /Phrases toutes faites/, /定型文/],
	chat_mute: [/Mute/, /Masquer/, /ミュート/],
	admin_ban: [/Ban/, /Bannir/, /利用を止める/],
	admin_settle: [/resolved/, /traité/, /対応済み/],
	cat_do_aside: [/Discard/, /Écarter/, /捨てる/],
	cat_do_bid: [/Bid/, /Prédire/, /予想/],
	cat_board: [/Research board/, /Tableau de Recherches/, /研究ボード/],
	cat_lane_led: [/lead color/, /couleur de référence/, /リードカラー/],
	cat_why_blocked: [/observed token/, /jeton Observation/, /調査済トークン/],
	cat_lane_broken: [/broken/, /débloqué/, /ブレイク/],
	lite_open_side: [/public/, /visible/, /公開/],
	lite_secret_side: [/private/, /caché/, /秘密/]
};

it.each(Object.entries(GLOSSARY))('%s has the word of the glossary', (key, words) => {
	['en', 'fr', 'ja'].forEach((language, index) => {
		const found = textsIn(language).filter((text) => text.key === key);
		expect(found.map(({ text }) => text).join()).toMatch(words[index]!);
	});
});

/** Texts about a seat, which may be the reader's own. */
const ADDRESSED = [
	'brain_replay_best',
	'brain_replay_longest',
	'brain_replay_cat',
	'brain_reason_of',
	'lite_options',
	'cat_group_board'
];
const YOU: Record<string, RegExp> = { en: /\byour?\b/i, fr: /\b(tu|toi|ton|tes)\b/i, ja: /あなた/ };

it.each(ADDRESSED)('%s says "you" to the reader', (key) => {
	for (const [language, you] of Object.entries(YOU)) {
		const found = textsIn(language).filter((text) => text.key === key);
		expect(matching(found, you), language).not.toEqual([]);
	}
});

/** Titles of pages and the headings below them. */
const TITLES = [
	['daily_title', 'daily_today'],
	['account_title', 'security_title', 'account_signed_in', 'account_guest_title'],
	['friends_title', 'leaderboard_title', 'history_title', 'lobby_title', 'new_table', 'learn_title'],
	['puzzle_title', 'packs_title', 'days_title', 'privacy_title', 'move_title', 'rules_title', 'guide_title']
];

it.each(['en', 'fr', 'ja'])('no two titles of pages are the same, in %s', (language) => {
	const texts = TITLES.flat().map((key) => textsIn(language).find((text) => text.key === key)?.text);
	expect(texts.filter((text, at) => !text || texts.indexOf(text) !== at)).toEqual([]);
});

/** Texts whose number is always two or more. */
const SEVERAL =
	/^(players_count|match_complete|match_offer_(seats|bots)|lobby_seats|cat_keeps_all|cat_progress_over|cat_round_opened)$/;
const COUNT = 'count|score|points|seats|rounds|tricks|won|all|taken|moves|days|people|games|cards|minutes';
const COUNTED: Record<string, RegExp> = {
	en: new RegExp(`\\{(${COUNT})\\}\\s([a-z]+s\\b|people)`),
	fr: new RegExp(`\\{(${COUNT})\\}\\s[a-zà-ÿ]+[sx]\\b`)
};

it.each(Object.keys(COUNTED))('a number before a noun has a plural, in %s', (language) => {
	const plain = textsIn(language).filter(({ key, plural }) => !plural && !SEVERAL.test(key));
	expect(matching(plain, COUNTED[language]!)).toEqual([]);
});

/** Buttons that stand beside others, on a bar or in a dialog, on a phone of 360 pixels. */
const NARROW =
	/^(cat_do_(aside|bid|declare)|cat_take_back|time_(agree|withdraw|pause|go_on|leave_go|leave_stay|wait|end)|join_go|save|cancel|close|copy|share|chat_send|account_(sign_in|sign_out|end|delete_go)|note_(save|erase)|import_(do|remove)|lite_lay|match_offer_no|substitute_dismiss|seat_request_(yes|no))$/;
const WIDE =
	/^(create_table|lobby_open_own|play_now|start|ready|ready_undo|leave_seat|again_(yes|no|look)|after_(again|home|record)|replay_watch|review_(open|take_lead|follow|leave|copy_link)|branch_open|terms_change|watch_more|time_(to_days|to_live|caretaker|take_back)|admin_(settle|ban|mute|lift)|person_(follow|block|unblock))$/;
const MAX_NARROW = 20; // in letters of Latin width
const MAX_WIDE = 32;

/** Characters of Japanese are as wide as two letters. */
const widthOf = (text: string): number =>
	[...text].reduce((width, letter) => width + (letter > '\u2e80' ? 2 : 1), 0);

it.each(['en', 'fr', 'ja'])('buttons fit on a phone, in %s', (language) => {
	const texts = textsIn(language);
	const wider = (keys: RegExp, limit: number): string[] =>
		matching(
			texts.filter(({ key, text }) => keys.test(key) && widthOf(text) > limit),
			/./
		);
	expect(wider(NARROW, MAX_NARROW)).toEqual([]);
	expect(wider(WIDE, MAX_WIDE)).toEqual([]);
});

const components = import.meta.glob<string>('../src/**/*.svelte', {
	eager: true,
	query: '?raw',
	import: 'default'
});

it('texts that follow one another are joined by the language: Japanese has no space between sentences', () => {
	const joined = Object.entries(components).filter(([, source]) => /\bm\.\w+\([^{}]*\)\} \{m\./.test(source));
	expect(joined.map(([path]) => path)).toEqual([]);
});

it('no sentence is a name and a message, whose order and marks differ between languages', () => {
	const joined = Object.entries(components).filter(([, source]) =>
		/<\/strong>:?\s*\{(m\.\w+|[A-Z_]+\[[^{}]*)\(/.test(source)
	);
	expect(joined.map(([path]) => path)).toEqual([]);
});

it('no bracket opens right before a term, from which a browser would separate it at the end of a line', () => {
	expect(matching(textsIn('ja'), /[（「]\[/)).toEqual([]);
});
