import { ask } from '#lib/api.ts';
import type { Replay } from '#lib/protocol.ts';
import type { Autopsy } from './autopsy.ts';

const replay = (code: string, rest = ''): string => `/replays/${encodeURIComponent(code)}${rest}`;

/** The server's door for games that are looked at again. Every call may throw an ApiError. */
export const replayApi = {
	replay: (code: string) => ask<Replay>('GET', replay(code)),
	autopsies: (code: string) => ask<Autopsy[]>('GET', replay(code, '/autopsy'))
};
