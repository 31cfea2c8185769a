import { requestWithSession, request } from '#lib/api.ts';

/** Requests about this player's account. All may throw an ApiError. */
export const accountApi = {
	register: (name: string, password: string) => requestWithSession('POST /account', {}, { name, password }),
	signIn: (name: string, password: string) => request('POST /session', {}, { name, password }),
	recover: (name: string, code: string, password: string) =>
		request('POST /account/recovery', {}, { name, code, new: password }),
	signOut: () => request('DELETE /session', {}),
	sessions: () => requestWithSession('GET /sessions', {}),
	endSession: (session: string) => requestWithSession('DELETE /sessions/{session}', { session }),
	endOtherSessions: () => requestWithSession('DELETE /sessions', {}),
	renewCodes: (password: string) => requestWithSession('POST /account/codes', {}, { password }),
	changePassword: (password: string, wanted: string) =>
		requestWithSession('PUT /account/password', {}, { password, new: wanted }),
	confirmPassword: (password: string) => request('POST /account/confirmation', {}, { password }),
	dismissEvent: (event: number) => requestWithSession('DELETE /me/security-events/{event}', { event }),
	personalData: () => requestWithSession('GET /account/data', {}),
	deleteAccount: (password: string) => request('POST /account/deletion', {}, { password }),
	createLink: () => requestWithSession('POST /handover', {}),
	linkOwner: (secret: string) => request('POST /handover/look', {}, { secret }),
	redeemLink: (secret: string) => request('POST /handover/take', {}, { secret })
};

/** The link that another device opens. Browsers do not send the fragment to the server. */
export const moveLink = (secret: string): string => `${location.origin}/move#${secret}`;
