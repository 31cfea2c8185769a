import { requestWithSession } from '#lib/api.ts';
import type { NewBranch } from '#lib/protocol.ts';

/** Requests about games that share their deals. All may throw an ApiError. */
export const branchApi = {
	open: (code: string, branch: NewBranch) =>
		requestWithSession('POST /replays/{code}/branches', { code }, branch),
	relatedGames: (code: string) => requestWithSession('GET /replays/{code}/branches', { code })
};
