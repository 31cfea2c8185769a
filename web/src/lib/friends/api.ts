import { ask } from '#lib/api.ts';

/** Requests about other people. All may throw an ApiError. */
export const friendsApi = {
	circle: () => ask('GET /friends', {}),
	profile: (handle: string) => ask('GET /people/{handle}', { handle }),
	follow: (handle: string, yes: boolean) =>
		ask(yes ? 'PUT /people/{handle}/follow' : 'DELETE /people/{handle}/follow', { handle }),
	block: (handle: string, yes: boolean) =>
		ask(yes ? 'PUT /people/{handle}/block' : 'DELETE /people/{handle}/block', { handle }),
	leaderboard: (game: string, month: string) =>
		ask('GET /leaderboard/{game}', { game, ...(month && { month }) })
};
