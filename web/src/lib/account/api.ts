import { ask, request } from '#lib/api.ts';
import type { Codes, Giver, Me, SessionInfo } from '#lib/protocol.ts';

/** The server's door for one's own account. Every call may throw an ApiError. */
export const accountApi = {
	claim: (name: string, password: string) => ask<Codes>('POST', '/account', { name, password }),
	signIn: (name: string, password: string) => request<Me>('POST', '/session', { name, password }),
	recover: (name: string, code: string, password: string) =>
		request<Me>('POST', '/account/recovery', { name, code, new: password }),
	signOut: () => request<boolean>('DELETE', '/session'),
	sessions: () => ask<SessionInfo[]>('GET', '/sessions'),
	end: (id: string) => ask<SessionInfo[]>('DELETE', `/sessions/${id}`),
	endOthers: () => ask<SessionInfo[]>('DELETE', '/sessions'),
	newCodes: (password: string) => ask<Codes>('POST', '/account/codes', { password }),
	changePassword: (password: string, wanted: string) =>
		ask<Me>('PUT', '/account/password', { password, new: wanted }),
	confirm: (password: string) => request<boolean>('POST', '/account/confirmation', { password }),
	dismiss: (event: number) => ask<Me>('DELETE', `/me/security-events/${event}`),
	data: () => ask<object>('GET', '/account/data'),
	remove: (password: string) => request<boolean>('POST', '/account/deletion', { password }),
	offer: () => ask<{ secret: string }>('POST', '/handover'),
	look: (secret: string) => request<Giver>('POST', '/handover/look', { secret }),
	take: (secret: string) => request<Me>('POST', '/handover/take', { secret })
};

/** The link that another device opens. Browsers do not send the fragment to the server. */
export const moveLink = (secret: string): string => `${location.origin}/move#${secret}`;
