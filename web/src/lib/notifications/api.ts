import { ask } from '#lib/api.ts';
import type { DeviceInfo, NewDevice, NewWebhook, WebhookInfo } from '#lib/protocol.ts';

const webhook = (code: string): string => `/tables/${encodeURIComponent(code)}/webhook`;

/** The server's door for how one is told. Every call may throw an ApiError. */
export const notificationsApi = {
	webhook: (code: string) => ask<WebhookInfo>('GET', webhook(code)),
	setWebhook: (code: string, wish: NewWebhook) => ask<WebhookInfo>('PUT', webhook(code), wish),
	dropWebhook: (code: string) => ask<WebhookInfo>('DELETE', webhook(code)),
	device: (name: string) => ask<DeviceInfo>('GET', `/push/${name}`),
	addDevice: (name: string, wish: NewDevice) => ask<DeviceInfo>('PUT', `/push/${name}`, wish),
	dropDevice: (name: string) => ask<DeviceInfo>('DELETE', `/push/${name}`)
};
