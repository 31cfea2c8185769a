import { goto } from '$app/navigation';
import { api } from '#lib/api.ts';
import type { GameInfo, TableSettings } from '#lib/protocol.ts';
import { DEFAULT_SETTINGS } from '#lib/table-settings.ts';

/** Creates a table with bots on all other seats, starts the game and opens it. May throw an ApiError. */
export async function playWithBots(game: GameInfo, seats: number): Promise<void> {
	const settings: TableSettings = { ...DEFAULT_SETTINGS, watching: 'nobody' };
	const request = { game: game.key, seats, options: {}, bots: game.bots[0]!, terms: settings };
	const { startGame } = await import('#lib/fairness/salts.ts');
	const { code } = await startGame(await api.create(request));
	await goto(`/t/${code}`);
}
