import { requestWithSession } from '#lib/api.ts';

/** Requests about invitations. All may throw an ApiError. */
export const invitationsApi = {
	received: () => requestWithSession('GET /invitations', {}),
	decline: (code: string) => requestWithSession('DELETE /invitations/{code}', { code }),
	withdraw: (code: string, handle: string) =>
		requestWithSession('DELETE /tables/{code}/invitations/{handle}', { code, handle })
};
