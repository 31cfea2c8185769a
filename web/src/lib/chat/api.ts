import { requestWithSession } from '../api.ts';
import type { ChatSwitch, Report } from '../protocol.ts';

/** What a report is about: a line or a player at a table (`''`: the lobby), or a line of a shared replay. */
export type Reported = Omit<Report, 'words'> | { review: string; line: string };

/** @throws ApiError */
export function report(what: Reported, words: string): Promise<unknown> {
	if ('table' in what) return requestWithSession('POST /reports', {}, { ...what, words });
	const { review, line } = what;
	return requestWithSession('POST /replays/reviews/{code}/reports', { code: review }, { line, words });
}

/** @throws ApiError `not_host` */
export const switchChat = (code: string, open: boolean): Promise<ChatSwitch> =>
	requestWithSession('PUT /tables/{code}/chat', { code }, { open });
