import { requestWithSession, request } from '#lib/api.ts';

/** Requests about this person's account. All may throw an ApiError. */
export const accountApi = {
	claim: (name: string, password: string) => requestWithSession('POST /account', {}, { name, password }),
	signIn: (name: string, password: string) => request('POST /session', {}, { name, password }),
	recover: (name: string, code: string, password: string) =>
		request('POST /account/recovery', {}, { name, code, new: password }),
	signOut: () => request('DELETE /session', {}),
	sessions: () => requestWithSession('GET /sessions', {}),
	end: (session: string) => requestWithSession('DELETE /sessions/{session}', { session }),
	endOthers: () => requestWithSession('DELETE /sessions', {}),
	newCodes: (password: string) => requestWithSession('POST /account/codes', {}, { password }),
	changePassword: (password: string, wanted: string) =>
		requestWithSession('PUT /account/password', {}, { password, new: wanted }),
	confirm: (password: string) => request('POST /account/confirmation', {}, { password }),
	dismiss: (event: number) => requestWithSession('DELETE /me/security-events/{event}', { event }),
	data: () => requestWithSession('GET /account/data', {}),
	remove: (password: string) => request('POST /account/deletion', {}, { password }),
	offer: () => requestWithSession('POST /handover', {}),
	look: (secret: string) => request('POST /handover/look', {}, { secret }),
	take: (secret: string) => request('POST /handover/take', {}, { secret })
};

/** The link that another device opens. Browsers do not send the fragment to the server. */
export const moveLink = (secret: string): string => `${location.origin}/move#${secret}`;
