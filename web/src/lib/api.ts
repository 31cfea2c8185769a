import { earlyResponse } from './early.ts';
import type { Operations } from './protocol.gen.ts';
import type { Me, NewTable } from './protocol.ts';

/** An error code of the server, or `offline` if there was no response. */
export class ApiError extends Error {
	readonly code: string;

	constructor(code: string) {
		super(code);
		this.code = code;
	}
}

/** "PUT /tables/{code}/salt": a method and a path under /api. */
type Operation = keyof Operations;
type PathKeys<Path> = Path extends `${string}{${infer Key}}${infer Rest}` ? Key | PathKeys<Rest> : never;
type QueryKeys<O> = O extends { query: infer Key extends string } ? Key : never;
type Value = string | number | boolean;

/** Values of the path's placeholders and query parameters; empty for neither. */
type Params<O extends Operation> = Record<PathKeys<O>, Value> &
	Partial<Record<QueryKeys<Operations[O]>, Value>>;
type Body<O extends Operation> = Operations[O] extends { body: infer B } ? [body: B] : [];
type Args<O extends Operation> = [params: Params<O>, ...Body<O>];
type ResponseBody<O extends Operation> = Operations[O]['response'];

function urlOf(path: string, params: Record<string, Value>): string {
	const query = new URLSearchParams();
	for (const [key, value] of Object.entries(params)) {
		if (path.includes(`{${key}}`)) path = path.replace(`{${key}}`, encodeURIComponent(value));
		else query.set(key, String(value));
	}
	return `/api${path}${query.size ? `?${query}` : ''}`;
}

async function fetchApi(
	operation: Operation,
	params: Record<string, Value>,
	body?: object
): Promise<Response> {
	const [method, path] = operation.split(' ') as [string, string];
	const init: RequestInit = { method, credentials: 'same-origin' };
	if (body) {
		init.body = JSON.stringify(body);
		init.headers = { 'content-type': 'application/json' };
	}
	const url = urlOf(path, params);
	const early = method === 'GET' ? await earlyResponse(url) : undefined;
	try {
		return early ?? (await fetch(url, init));
	} catch {
		throw new ApiError('offline');
	}
}

async function errorOf(response: Response): Promise<ApiError> {
	const body: unknown = await response.json().catch(() => undefined);
	const code = (body as { code?: unknown } | undefined)?.code;
	return new ApiError(typeof code === 'string' ? code : 'internal');
}

/** Sends a request to the server's API and returns its response. May throw an ApiError. */
export async function request<O extends Operation>(operation: O, ...args: Args<O>): Promise<ResponseBody<O>> {
	const [params, body] = args as unknown as [Record<string, Value>, object?];
	const response = await fetchApi(operation, params, body);
	if (!response.ok) throw await errorOf(response);
	try {
		return (await response.json()) as ResponseBody<O>;
	} catch {
		throw new ApiError('offline'); // the connection was lost in the middle
	}
}

let arriving: Promise<Me> | undefined;

/**
 * Returns the session's player. The server makes a new player a guest unless `create` is false;
 * concurrent calls share one request, because two would make two guests.
 */
const me = (create = true): Promise<Me> =>
	(arriving ??= request('GET /me', create ? {} : { create }).finally(() => (arriving = undefined)));

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
export async function requestWithSession<O extends Operation>(
	operation: O,
	...args: Args<O>
): Promise<ResponseBody<O>> {
	await arriving?.catch(() => undefined); // its response sets the session cookie
	try {
		return await request(operation, ...args);
	} catch (error) {
		if (!(await canRepeat(codeOf(error)))) throw error;
		return request(operation, ...args);
	}
}

/** Requests about this player and their tables. All may throw an ApiError. */
export const api = {
	me,
	rename: (name: string) => requestWithSession('PATCH /me', {}, { name }),
	turns: () => request('GET /turns', {}),
	games: () => request('GET /games', {}),
	create: (table: NewTable) => requestWithSession('POST /tables', {}, table),
	table: (code: string) => requestWithSession('GET /tables/{code}', { code }),
	/** `terms_key` identifies the settings that the page shows. */
	ready: (code: string, ready: boolean, terms_key: string) =>
		requestWithSession('PUT /tables/{code}/ready', { code }, { ready, terms_key })
};

/** The error code of any thrown value. */
export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'internal');

/** Codes of temporary errors. */
export const TEMPORARY_ERRORS = ['offline', 'one_moment', 'busy', 'internal', 'too_fast'];
const AGAIN_AFTER = 1_500;

/** Repeats a request while its error has one of these codes; `onTrouble` gets the code of each failure. */
export async function untilAnswered<T>(
	ask: () => Promise<T>,
	onTrouble: (code: string) => void,
	codes: readonly string[] = TEMPORARY_ERRORS
): Promise<T> {
	for (;;) {
		try {
			return await ask();
		} catch (error) {
			onTrouble(codeOf(error));
			if (!codes.includes(codeOf(error))) throw error;
			await new Promise((again) => setTimeout(again, AGAIN_AFTER));
		}
	}
}
