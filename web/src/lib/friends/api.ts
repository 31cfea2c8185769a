import { requestWithSession } from '#lib/api.ts';

/** Requests about other people. All may throw an ApiError. */
export const friendsApi = {
	contacts: () => requestWithSession('GET /friends', {}),
	profile: (handle: string) => requestWithSession('GET /people/{handle}', { handle }),
	/** Registered players whose name begins with this one. */
	find: (name: string) => requestWithSession('GET /people', { name }),
	follow: (handle: string, yes: boolean) =>
		requestWithSession(yes ? 'PUT /people/{handle}/follow' : 'DELETE /people/{handle}/follow', { handle }),
	block: (handle: string, yes: boolean) =>
		requestWithSession(yes ? 'PUT /people/{handle}/block' : 'DELETE /people/{handle}/block', { handle }),
	leaderboard: (game: string, month: string) =>
		requestWithSession('GET /leaderboard/{game}', { game, ...(month && { month }) })
};
