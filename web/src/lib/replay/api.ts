import { requestWithSession } from '#lib/api.ts';
import type { Replay } from '#lib/protocol.ts';
import type { Autopsy } from './autopsy.ts';

/** Requests about replays. All may throw an ApiError. */
export const replayApi = {
	replay: (code: string) => requestWithSession('GET /replays/{code}', { code }) as Promise<Replay>,
	autopsies: (code: string) =>
		requestWithSession('GET /replays/{code}/autopsy', { code }) as Promise<unknown> as Promise<Autopsy[]>
};
