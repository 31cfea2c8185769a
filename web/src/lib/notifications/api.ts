import { requestWithSession } from '#lib/api.ts';
import type { NewDevice, NewWebhook } from '#lib/protocol.ts';

/** Requests about push devices and webhooks. All may throw an ApiError. */
export const notificationsApi = {
	webhook: (code: string) => requestWithSession('GET /tables/{code}/webhook', { code }),
	setWebhook: (code: string, webhook: NewWebhook) =>
		requestWithSession('PUT /tables/{code}/webhook', { code }, webhook),
	dropWebhook: (code: string) => requestWithSession('DELETE /tables/{code}/webhook', { code }),
	device: (device: string) => requestWithSession('GET /push/{device}', { device }),
	addDevice: (device: string, subscription: NewDevice) =>
		requestWithSession('PUT /push/{device}', { device }, subscription),
	dropDevice: (device: string) => requestWithSession('DELETE /push/{device}', { device })
};
