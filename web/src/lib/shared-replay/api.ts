import { ask } from '#lib/api.ts';
import type { ReviewLink } from '#lib/protocol.ts';

/** Creates a shared replay led by the caller and returns its code. May throw an ApiError. */
export async function createSharedReplay(replay: string, ply: number): Promise<string> {
	const path = `/replays/${encodeURIComponent(replay)}/reviews`;
	return (await ask<ReviewLink>('POST', path, { ply })).review;
}

/** The path of a shared replay. */
export const sharedReplayPath = (replay: string, review: string, ply: number): string =>
	`/r/${replay}?review=${review}#${ply}`;
