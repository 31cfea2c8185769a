import { ask, request } from '#lib/api.ts';

/** Requests about this person's account. All may throw an ApiError. */
export const accountApi = {
	claim: (name: string, password: string) => ask('POST /account', {}, { name, password }),
	signIn: (name: string, password: string) => request('POST /session', {}, { name, password }),
	recover: (name: string, code: string, password: string) =>
		request('POST /account/recovery', {}, { name, code, new: password }),
	signOut: () => request('DELETE /session', {}),
	sessions: () => ask('GET /sessions', {}),
	end: (session: string) => ask('DELETE /sessions/{session}', { session }),
	endOthers: () => ask('DELETE /sessions', {}),
	newCodes: (password: string) => ask('POST /account/codes', {}, { password }),
	changePassword: (password: string, wanted: string) =>
		ask('PUT /account/password', {}, { password, new: wanted }),
	confirm: (password: string) => request('POST /account/confirmation', {}, { password }),
	dismiss: (event: number) => ask('DELETE /me/security-events/{event}', { event }),
	data: () => ask('GET /account/data', {}),
	remove: (password: string) => request('POST /account/deletion', {}, { password }),
	offer: () => ask('POST /handover', {}),
	look: (secret: string) => request('POST /handover/look', {}, { secret }),
	take: (secret: string) => request('POST /handover/take', {}, { secret })
};

/** The link that another device opens. Browsers do not send the fragment to the server. */
export const moveLink = (secret: string): string => `${location.origin}/move#${secret}`;
