import { requestWithSession } from '../api.ts';
import type { ChatSwitch, Report } from '../protocol.ts';

/** @throws ApiError */
export const report = (what: Omit<Report, 'words'> & { words: string }): Promise<unknown> =>
	requestWithSession('POST /reports', {}, what);

/** @throws ApiError `not_host` */
export const switchChat = (code: string, open: boolean): Promise<ChatSwitch> =>
	requestWithSession('PUT /tables/{code}/chat', { code }, { open });
