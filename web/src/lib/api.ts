import type {
	FurtherTables,
	GameInfo,
	Me,
	MyTurn,
	NewTable,
	RunningGames,
	TableInfo,
	TableSettings
} from './protocol.ts';

/** An error code of the server, or `offline` if there was no response. */
export class ApiError extends Error {
	readonly code: string;

	constructor(code: string) {
		super(code);
		this.code = code;
	}
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function answerOf(method: Method, path: string, body?: object): Promise<Response> {
	const init: RequestInit = { method, credentials: 'same-origin' };
	if (body) {
		init.body = JSON.stringify(body);
		init.headers = { 'content-type': 'application/json' };
	}
	try {
		return await fetch(`/api${path}`, init);
	} catch {
		throw new ApiError('offline');
	}
}

async function errorOf(response: Response): Promise<ApiError> {
	const body: unknown = await response.json().catch(() => undefined);
	const code = (body as { code?: unknown } | undefined)?.code;
	return new ApiError(typeof code === 'string' ? code : 'internal');
}

export async function request<T>(method: Method, path: string, body?: object): Promise<T> {
	const response = await answerOf(method, path, body);
	if (response.ok) return (await response.json()) as T;
	throw await errorOf(response);
}

let arriving: Promise<Me> | undefined;

/**
 * Returns the session's person. The server makes a new visitor a guest unless `create` is false;
 * concurrent calls share one request, because two would make two guests.
 */
const me = (create = true): Promise<Me> =>
	(arriving ??= request<Me>('GET', create ? '/me' : '/me?create=false').finally(
		() => (arriving = undefined)
	));

let findSession: () => Promise<unknown> = () => me();

/** `find` resolves when this browser has a session again. */
export function onNoSession(find: () => Promise<unknown>): void {
	findSession = find;
}

/** For a WebSocket that the server closed without a session. */
export const renewSession = async (): Promise<void> => void (await findSession());

let askForPassword = async (): Promise<boolean> => false;

/** `ask` resolves to whether the password was confirmed. */
export function onPasswordNeeded(ask: () => Promise<boolean>): void {
	askForPassword = ask;
}

/** Restores the session or the password confirmation; returns whether the request can be repeated. */
async function canRepeat(code: string): Promise<boolean> {
	if (code === 'password_needed') return askForPassword();
	if (code !== 'no_session') return false;
	await findSession();
	return true;
}

/** Sends a request that needs a session or a recent password; restores these and repeats it once. */
export async function ask<T>(method: Method, path: string, body?: object): Promise<T> {
	await arriving?.catch(() => undefined); // its response sets the session cookie
	try {
		return await request<T>(method, path, body);
	} catch (error) {
		if (!(await canRepeat(codeOf(error)))) throw error;
		return request<T>(method, path, body);
	}
}

const table = (code: string, rest = ''): string => `/tables/${encodeURIComponent(code)}${rest}`;

/** The server's HTTP door. Every call may throw an ApiError. */
export const api = {
	me,
	rename: (name: string) => ask<Me>('PATCH', '/me', { name }),
	turns: () => request<MyTurn[]>('GET', '/turns'),
	games: () => request<GameInfo[]>('GET', '/games'),
	create: (wish: NewTable) => ask<TableInfo>('POST', '/tables', wish),
	table: (code: string) => ask<TableInfo>('GET', table(code)),
	/** Open tables after those that the lobby's WebSocket sends. */
	furtherTables: (skip: number) => ask<FurtherTables>('GET', `/lobby/tables?skip=${skip}`),
	gamesToWatch: (skip: number) => ask<RunningGames>('GET', `/lobby/games?skip=${skip}`),
	/** `terms_key` identifies the settings that the page shows. */
	sit: (code: string, seat: number, salt: string, terms_key: string) =>
		ask<TableInfo>('PUT', table(code, `/seats/${seat}`), { salt, terms_key }),
	addSalt: (code: string, salt: string) => ask<TableInfo>('PUT', table(code, '/salt'), { salt }),
	clear: (code: string, seat: number) => ask<TableInfo>('DELETE', table(code, `/seats/${seat}`)),
	/** Removes this person from the seat; for the host. */
	remove: (code: string, seat: number, who: string, keepOut: boolean) =>
		ask<TableInfo>('DELETE', table(code, `/seats/${seat}?who=${who}&keep_out=${keepOut}`)),
	/** Lets a person sit down again who was kept out; for the host. */
	letIn: (code: string, who: string) => ask<TableInfo>('DELETE', table(code, `/kept_out/${who}`)),
	ready: (code: string, ready: boolean, terms_key: string) =>
		ask<TableInfo>('PUT', table(code, '/ready'), { ready, terms_key }),
	agree: (code: string, terms: TableSettings) => ask<TableInfo>('PUT', table(code, '/terms'), terms),
	start: (code: string, terms_key: string) => ask<TableInfo>('POST', table(code, '/start'), { terms_key })
};

/** The error code of any thrown value. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'internal');

/** Codes of temporary errors. */
export const PASSING = ['offline', 'one_moment', 'busy', 'internal', 'too_fast'];
const AGAIN_AFTER = 1_500;

/** Repeats a request while its error is temporary; `onTrouble` gets the code of each failure. */
export async function untilAnswered<T>(ask: () => Promise<T>, onTrouble: (code: string) => void): Promise<T> {
	for (;;) {
		try {
			return await ask();
		} catch (error) {
			onTrouble(codeOf(error));
			if (!PASSING.includes(codeOf(error))) throw error;
			await new Promise((again) => setTimeout(again, AGAIN_AFTER));
		}
	}
}
