import { requestWithSession } from '#lib/api.ts';

const started = new Set<string>(); // codes of the shared replays that this page created

/** Creates a shared replay led by the caller and returns its code. May throw an ApiError. */
export async function createSharedReplay(replay: string, ply: number): Promise<string> {
	const { review } = await requestWithSession('POST /replays/{code}/reviews', { code: replay }, { ply });
	started.add(review);
	return review;
}

/** Returns whether the reader has just created this shared replay; once. */
export const takeStarted = (shared: string): boolean => started.delete(shared);

/** The path of a shared replay. */
export const sharedReplayPath = (replay: string, shared: string, ply: number): string =>
	`/r/${replay}?review=${shared}#${ply}`;
