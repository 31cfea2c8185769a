import { keyOfRules } from '#games/registry.ts';
import { openRules, type RulesPage } from '#lib/learn/open-rules.ts';
import { settings } from '#lib/settings.svelte.ts';

export const ssr = true;

export async function load({ url }: { url: URL }): Promise<RulesPage> {
	const { locale } = settings;
	const game = keyOfRules(url.searchParams.get('game'));
	const full = url.searchParams.get('tab') === 'rules';
	const opened = await openRules(game, full, locale).catch(() => undefined);
	return { game, full, locale, opened };
}
