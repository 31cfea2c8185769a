import { ask } from '#lib/api.ts';
import type { NewDevice, NewWebhook } from '#lib/protocol.ts';

/** Requests about push devices and webhooks. All may throw an ApiError. */
export const notificationsApi = {
	webhook: (code: string) => ask('GET /tables/{code}/webhook', { code }),
	setWebhook: (code: string, webhook: NewWebhook) => ask('PUT /tables/{code}/webhook', { code }, webhook),
	dropWebhook: (code: string) => ask('DELETE /tables/{code}/webhook', { code }),
	device: (device: string) => ask('GET /push/{device}', { device }),
	addDevice: (device: string, subscription: NewDevice) => ask('PUT /push/{device}', { device }, subscription),
	dropDevice: (device: string) => ask('DELETE /push/{device}', { device })
};
