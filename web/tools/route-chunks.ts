/** Merges the client's chunks by page, so that the first load of a page takes few requests. See docs/adr/0045. */

import type { Plugin, Rolldown } from 'vite';

type ModuleInfo = (id: string) => Rolldown.ModuleInfo | null;

/** Whether it is worth another request to load what other parts need without the rest: of large chunks. */
const splits = (name: string): boolean => /^(lobby|open|replay|table-)/.test(name);

const partOf = (game: string, part: string): RegExp =>
	new RegExp(`src/games/${game}/(index|${part})\\.(ts|svelte)$`);

/** What tables load during their first paint: the coach is what newcomers see first. */
const OVERLAYS = /src\/lib\/table\/(TableOverlays|SeatClock)\.svelte$/;

/** Parts that tables load after that, of all games and of each. */
const SOON = /src\/lib\/(friends\/PlayerButton\.svelte|fairness\/salts\.ts|table\/AfterBar\.svelte)$/;
const soonOf = (game: string): RegExp =>
	new RegExp(
		`src/games/${game}/(Announcement|Dialogs|Log|Masters|Memory|SceneView|Side(Cards|Panel)|event-sentences)\\.(svelte|ts)$`
	);

/** What tables load beside the seats. */
const WAITING = /src\/lib\/(chat\/SeatTalk|lobby\/WaitingSide|table\/SideColumn)\.svelte$/;

/** Parts that replays load after their first paint, of all games and of each. */
const PANELS = /src\/lib\/replay\/SidePanel\.svelte$/;
const panelsOf = (game: string): RegExp =>
	new RegExp(`src/games/${game}/replay/(panels\\.ts|(ParadoxAnalysis|RoundScore)\\.svelte)$`);

/** Returns the modules that newcomers wait for at a table of this game: the coach's text, and the keys. */
export const coachOf = (game: string): RegExp =>
	new RegExp(`src/(lib/table/TableOverlays\\.svelte|games/${game}/(Screen\\.svelte|(help|keyboard)\\.ts))$`);

/** Pages whose first loads have no chunks of their own, and what all pages load later. */
const OTHER_PAGE =
	/src\/routes\/(?!lobby\/|[rt]\/)\w.*\+page\.svelte$|src\/lib\/lobby\/MatchCompanion\.svelte$/;

/** Small components of several pages without chunks of their own. */
const FORMS = /src\/lib\/account\/(Field|Fold|Form)\.svelte|src\/lib\/components\/Notice\.svelte/;

/** Too small for a chunk: notices of lost connections, which tables load before the coach, need it too. */
const RECONNECT = /src\/lib\/components\/Reconnect\.svelte/;

/** Too small for a chunk: the pages that need it have error messages of forms too, which are in this one. */
const DATES = /src\/lib\/date-format\.ts$/;

/** Texts of error codes, which pages load with the first error. */
const ERRORS = /src\/lib\/((move|connection)-)?error-messages\.ts$/;

/** Parts of Svelte that first loads of tables lack. All modules that use Svelte reach them, by its index. */
const SVELTE_FORMS = /svelte\/src\/internal\/client\/dom\/elements\/bindings\/(input|select)\.js$/;

const STYLE = /[?&]type=style\b|\.css$/;
const SHARED_STYLES =
	/^(start|table|overlays|soon|panels|.+-and-others|lobby-and-later|(open-table|replay)(-and-later)?)$/;
const STYLES_OF_GAME = /^(?:(?:soon|later)-(.+)|replay-(.+)-and-later)$/;

/** Runs before Kit's client, which reads the page's data when it is evaluated: never in a chunk with it. */
const ENTRY = /kit\/src\/runtime\/client\/entry\.js$/;
const NODE = /client-optimized\/nodes\//; // Kit's, one for each page
const APP = /client-optimized\/app\.js$/; // Kit's second entry, evaluated after the page's data are stored

const OF_GAME = /src\/games\/[^/]+\//;

export const gamesIn = (ids: string[]): string[] =>
	ids.flatMap((id) => /src\/games\/([^/]+)\/index\.ts$/.exec(id)?.[1] ?? []);

/** Returns the modules with which the first loads of pages begin; "table-…" and "replay-…" also load a game's. */
export function firstModules(ids: string[]): Record<string, RegExp> {
	const games = gamesIn(ids);
	return {
		start:
			/kit\/src\/runtime\/client\/client-entry\.js$|client-optimized\/app\.js$|src\/routes\/\+(layout|error)\./,
		home: /src\/routes\/\+page\.svelte$|src\/games\/[^/]+\/(index\.ts|Picture\.svelte)$/,
		lobby: /src\/routes\/lobby\/\+page\.svelte$|src\/lib\/(chat\/LobbyChat|lobby\/GamesToWatch)\.svelte$/,
		table: /src\/routes\/t\/\[code\]\/\+page\.svelte$/,
		replay: /src\/routes\/r\/\[code\]\/\+page\.svelte$/,
		'open-table': /src\/lib\/(lobby\/WaitingPage|components\/NameTag)\.svelte$/,
		...Object.fromEntries(games.map((game) => [`table-${game}`, partOf(game, 'Screen')])),
		...Object.fromEntries(games.map((game) => [`replay-${game}`, partOf(game, 'replay/index')]))
	};
}

/**
 * Returns the chunk of modules that the first loads of exactly these pages need; `later` is whether other parts of
 * the client need them too. What a module imports is needed wherever the module is: a name must lead only to names
 * for the same needs or more, or chunks would import each other in a cycle.
 */
function chunkName(pages: string[], later: boolean): string | null {
	if (!pages.length) return null; // left to Rolldown
	const kinds = new Set(pages.map((page) => page.split('-')[0]!));
	const games = new Set(pages.map((page) => /^(?:table|replay)-(.+)/.exec(page)?.[1]));
	if (kinds.has('start') || (kinds.has('home') && kinds.has('table'))) return 'start';
	if (kinds.has('home') && kinds.size > 1) return 'home-and-others';
	const isGame = games.size === 1 && !games.has(undefined);
	if (kinds.size > 1 && !isGame) return kinds.has('table') ? 'table-and-others' : 'lobby-and-others';
	const name = kinds.size > 1 ? [...games][0]! : pages.length > 1 ? [...kinds][0]! : pages[0]!;
	if (!later || !splits(name)) return name;
	return name.startsWith('table-') ? [...games][0]! : `${name}-and-later`; // what else a game needs of its table is small
}

function reachedFrom(roots: string[], info: ModuleInfo): Set<string> {
	const reached = new Set<string>();
	const visit = (id: string): void => {
		if (reached.has(id)) return;
		reached.add(id);
		info(id)?.importedIds.forEach(visit);
	};
	roots.forEach(visit);
	return reached;
}

/**
 * Returns the chunk of a module that no first load needs but these parts soon after. Pages elsewhere take only what is
 * small, or they would load dialogs of tables.
 */
function soonChunk(parts: string[], elsewhere: boolean): string | null {
	if (parts[0] === 'overlays') return elsewhere ? null : 'overlays';
	const [kind, ...game] = parts[0]!.split('-');
	const isShared = parts.length > 1 || !game.length || parts[0] === 'soon-waiting';
	if (elsewhere) return kind === 'soon' && isShared ? 'open-table-and-later' : null;
	if (parts.length === 1) return parts[0]!;
	const suffix = parts[0]!.slice(kind!.length);
	return suffix && parts.every((part) => part.endsWith(suffix)) ? `later-${game.join('-')}` : kind!;
}

/** Returns the chunk of a style whose component is in this one: one file for what pages share, one for each game. */
function styleChunk(name: string | null): string | null {
	if (!name || SHARED_STYLES.test(name)) return name && 'styles';
	const [, soon, replay] = STYLES_OF_GAME.exec(name) ?? [];
	return soon ?? replay ?? name.replace(/^panels-/, 'replay-');
}

/** Returns whether this is an entry or imported dynamically. */
function isLoadedAlone(id: string, info: ModuleInfo): boolean {
	const { isEntry, dynamicImporters } = info(id)!;
	return isEntry || dynamicImporters.length > 0;
}

/** Returns the chunk of each module. Entries stay apart: a merged one would only add a proxy. */
function chunkNames(ids: string[], info: ModuleInfo): Map<string, string | null> {
	const reached = (root: RegExp): Set<string> =>
		reachedFrom(
			ids.filter((id) => root.test(id)),
			info
		);
	const beforeClient = reached(ENTRY);
	const roots = Object.entries(firstModules(ids));
	const needs = roots.map(([page, root]) => ({ page, modules: reached(root) }));
	const isRoot = (id: string): boolean => roots.some(([, root]) => root.test(id));
	const startsFirstLoad = (id: string): boolean =>
		isRoot(id) || (NODE.test(id) && info(id)!.importedIds.some(isRoot));
	const later = reachedFrom(
		ids.filter((id) => isLoadedAlone(id, info) && !startsFirstLoad(id)),
		info
	);
	const elsewhere = reached(OTHER_PAGE);
	const games = gamesIn(ids);
	const soon = [
		{ name: 'overlays', modules: reached(OVERLAYS) },
		...games.map((game) => ({ name: `help-${game}`, modules: reached(partOf(game, 'help')) })),
		{ name: 'soon', modules: reached(SOON) },
		{ name: 'soon-waiting', modules: reached(WAITING) },
		...games.map((game) => ({ name: `soon-${game}`, modules: reached(soonOf(game)) })),
		{ name: 'panels', modules: reached(PANELS) },
		...games.map((game) => ({ name: `panels-${game}`, modules: reached(panelsOf(game)) }))
	];
	const nameOf = (id: string): string | null => {
		if (beforeClient.has(id)) return 'entry';
		if (APP.test(id)) return 'start';
		if (SVELTE_FORMS.test(id) || RECONNECT.test(id)) return 'home-and-others';
		if (ERRORS.test(id)) return 'errors';
		const pages = needs.filter(({ modules }) => modules.has(id)).map(({ page }) => page);
		if (pages.length) {
			const name = chunkName(pages, later.has(id));
			const isShared = later.has(id) && !OF_GAME.test(id); // other pages must not load a game for it
			return isShared && games.includes(name ?? '') ? 'table-and-others' : name;
		}
		const parts = soon.filter(({ modules }) => modules.has(id)).map(({ name }) => name);
		if (DATES.test(id)) return 'open-table-and-later';
		if (parts.length) return soonChunk(parts, elsewhere.has(id));
		return FORMS.test(id) ? 'forms' : null;
	};
	const isMergeable = (id: string): boolean => !info(id)!.isEntry || APP.test(id) || beforeClient.has(id);
	const mergeable = ids.filter((id) => isMergeable(id) && !ENTRY.test(id));
	return new Map(mergeable.map((id) => [id, STYLE.test(id) ? styleChunk(nameOf(id)) : nameOf(id)]));
}

type Names = Pick<Rolldown.OutputOptions, 'entryFileNames' | 'chunkFileNames' | 'assetFileNames'>;
type NameOf<Chunk> = string | ((chunk: Chunk) => string) | undefined;

/** Returns Kit's forms of file names with the shortest hashes: scripts name many others, and hashes do not compress. */
function shortNames({ entryFileNames, chunkFileNames, assetFileNames }: Names): Names {
	const short =
		<Chunk>(name: NameOf<Chunk>) =>
		(chunk: Chunk): string =>
			String(typeof name === 'function' ? name(chunk) : name).replace('[hash]', '[hash:7]');
	return {
		entryFileNames: short(entryFileNames),
		chunkFileNames: short(chunkFileNames),
		assetFileNames: short(assetFileNames)
	};
}

export function routeChunks(): Plugin {
	let names = new Map<string, string | null>();
	return {
		name: 'route-chunks',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		// with Kit's "strict" an entry could not contain what others import
		options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
		// Svelte does not say so: a chunk would import another one for nothing
		transform: {
			filter: { id: SVELTE_FORMS },
			handler: (code) => ({ code, moduleSideEffects: false, map: null })
		},
		buildEnd() {
			names = chunkNames([...this.getModuleIds()], (id) => this.getModuleInfo(id));
		},
		outputOptions(options) {
			const { groups = [] } = options.codeSplitting as Rolldown.CodeSplittingOptions; // Kit's
			const byPage = { name: (id: string) => names.get(id) ?? null };
			return {
				...options,
				...shortNames(options),
				codeSplitting: { includeDependenciesRecursively: false, groups: [...groups, byPage] }
			};
		}
	};
}
