import { ask } from '#lib/api.ts';
import type { ReviewLink } from '#lib/protocol.ts';

/** A new review of this replay, led by who asks; its code. May throw an ApiError. */
export async function createSharedReplay(replay: string, ply: number): Promise<string> {
	const path = `/replays/${encodeURIComponent(replay)}/reviews`;
	return (await ask<ReviewLink>('POST', path, { ply })).review;
}

/** The address of a replay that is looked at together. */
export const sharedReplayPath = (replay: string, review: string, ply: number): string =>
	`/r/${replay}?review=${review}#${ply}`;
