import { ask } from '#lib/api.ts';
import type { RelatedGames, NewBranch, TableInfo } from '#lib/protocol.ts';

const path = (code: string): string => `/replays/${encodeURIComponent(code)}/branches`;

/** The server's door for games that take over another's deals. Every call may throw an ApiError. */
export const branchApi = {
	open: (code: string, wish: NewBranch) => ask<TableInfo>('POST', path(code), wish),
	family: (code: string) => ask<RelatedGames>('GET', path(code))
};
