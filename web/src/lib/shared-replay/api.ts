import { requestWithSession } from '#lib/api.ts';

/** Creates a shared replay led by the caller and returns its code. May throw an ApiError. */
export async function createSharedReplay(replay: string, ply: number): Promise<string> {
	return (await requestWithSession('POST /replays/{code}/reviews', { code: replay }, { ply })).review;
}

/** The path of a shared replay. */
export const sharedReplayPath = (replay: string, shared: string, ply: number): string =>
	`/r/${replay}?review=${shared}#${ply}`;
