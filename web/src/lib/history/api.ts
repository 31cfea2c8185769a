import { ApiError, codeOf, renewSession, requestWithSession } from '#lib/api.ts';
import type { ImportInfo } from '#lib/protocol.ts';

/** Filters of the list; an empty one is off. */
export interface Filters {
	game: string;
	player: string; // a handle, or the name of an account
	since: string; // days like 2026-11-21
	until: string;
}

export const NO_FILTERS: Filters = { game: '', player: '', since: '', until: '' };

/** The server's error about an imported record. */
export class RecordError extends ApiError {
	readonly ply: number | undefined;
	readonly rule: string;

	constructor(code: string, ply: number | undefined, rule: string) {
		super(code);
		this.ply = ply;
		this.rule = rule;
	}
}

/** Query parameters for the filters that are on; days are those of the reader's time zone. */
function query(mine: boolean, { player, ...rest }: Filters, after: string): Record<string, string> {
	const zone = rest.since || rest.until ? Intl.DateTimeFormat().resolvedOptions().timeZone : '';
	const given = { ...rest, zone, players: player, mine: mine ? 'true' : '', after };
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

/** Sends the record unchanged; the server validates it. */
async function sendRecord(record: string): Promise<ImportInfo> {
	const init: RequestInit = { method: 'POST', credentials: 'same-origin', body: record };
	const response = await fetch('/api/imports', init).catch(() => undefined);
	if (!response) throw new ApiError('offline');
	if (response.ok) return (await response.json()) as ImportInfo;
	const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
	const ply = typeof body.ply === 'number' ? body.ply : undefined;
	throw new RecordError(String(body.code ?? 'internal'), ply, String(body.rule ?? ''));
}

/** Like `requestWithSession`. */
async function importRecord(record: string): Promise<ImportInfo> {
	try {
		return await sendRecord(record);
	} catch (error) {
		if (codeOf(error) !== 'no_session') throw error;
		await renewSession();
		return sendRecord(record);
	}
}

/** Requests about finished games. All may throw an ApiError. */
export const historyApi = {
	games: (mine: boolean, filters: Filters, after = '') =>
		requestWithSession('GET /history', query(mine, filters, after)),
	imports: () => requestWithSession('GET /imports', {}),
	importRecord,
	remove: (code: string) => requestWithSession('DELETE /imports/{code}', { code })
};
