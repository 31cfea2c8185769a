import type { NewDevice } from '#lib/protocol.ts';
import { randomHex } from '#lib/random.ts';
import { notificationsApi } from './api.ts';

const NAME = 'boxcats.device';
const WORKER = '/service-worker.js';

/** The reason why this browser cannot show notifications; undefined if it can. */
export type Obstacle = 'insecure' | 'install' | 'unable' | 'denied';

/** iOS shows notifications only for apps on the home screen. */
const isApple = (): boolean =>
	/iPhone|iPad/.test(navigator.userAgent) ||
	(navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Returns why this browser cannot show notifications, if it cannot. */
export function obstacle(): Obstacle | undefined {
	if (!isSecureContext) return 'insecure';
	if (!('PushManager' in window) || !('serviceWorker' in navigator)) {
		return isApple() ? 'install' : 'unable';
	}
	return Notification.permission === 'denied' ? 'denied' : undefined;
}

/** A random name of this browser, by which the server distinguishes a player's devices. */
function deviceName(): string {
	const name = localStorage.getItem(NAME) ?? randomHex(16);
	localStorage.setItem(NAME, name);
	return name;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
	const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
	return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

async function subscription(): Promise<PushSubscription | null> {
	const worker = await navigator.serviceWorker.getRegistration(WORKER);
	return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Whether this browser shows notifications to this player. */
export async function isOn(): Promise<boolean> {
	if (obstacle() !== undefined || !(await subscription())) return false;
	return (await notificationsApi.device(deviceName())).on;
}

async function subscribe(): Promise<PushSubscription> {
	const worker = await navigator.serviceWorker.register(WORKER);
	await navigator.serviceWorker.ready;
	const key = bytesOf((await notificationsApi.device(deviceName())).key);
	const options = { userVisibleOnly: true, applicationServerKey: key };
	try {
		return await worker.pushManager.subscribe(options);
	} catch (error) {
		const old = await worker.pushManager.getSubscription(); // made with a previous key of the server
		if (!old) throw error;
		await old.unsubscribe();
		return worker.pushManager.subscribe(options);
	}
}

/** Asks for permission; browsers require a user gesture. @throws ApiError, DOMException */
export async function turnOn(language: NewDevice['language']): Promise<boolean> {
	if ((await Notification.requestPermission()) !== 'granted') return false;
	const { endpoint, keys } = (await subscribe()).toJSON();
	const { p256dh = '', auth = '' } = keys ?? {};
	await notificationsApi.addDevice(deviceName(), { endpoint: endpoint ?? '', p256dh, auth, language });
	return true;
}

/** Ends notifications of this browser. @throws ApiError */
export async function turnOff(): Promise<void> {
	await (await subscription())?.unsubscribe();
	await notificationsApi.dropDevice(deviceName());
}
