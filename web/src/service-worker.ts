/// <reference lib="webworker" />
/** Shows notifications, and an offline page while the server is unreachable. Caches nothing. */

import { offlinePage } from '#lib/offline/page.ts';

interface Notice {
	title: string;
	text: string;
	table: string;
}

const worker = self as unknown as ServiceWorkerGlobalScope;
const NO_SERVER = [502, 503, 504];

async function show({ title, text, table }: Notice): Promise<void> {
	await worker.registration.showNotification(title, {
		body: text,
		tag: table, // a later one replaces it
		icon: '/icon-192.png',
		data: table
	});
}

/** Opens the URL, in an existing tab if there is one. */
async function open(table: string): Promise<void> {
	const path = `/t/${table}`;
	const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
	const there = pages.find((page) => new URL(page.url).pathname === path);
	if (there) await there.focus();
	else await worker.clients.openWindow(path);
}

/** Returns the server's response, or the offline page if there is none or only a proxy's error. */
async function answer({ request, preloadResponse }: FetchEvent): Promise<Response> {
	try {
		const response = ((await preloadResponse) as Response | undefined) ?? (await fetch(request));
		return NO_SERVER.includes(response.status) ? offlinePage() : response;
	} catch {
		return offlinePage();
	}
}

worker.addEventListener('activate', (event) => {
	event.waitUntil(worker.registration.navigationPreload?.enable()); // navigation requests do not wait for the worker to start
});

worker.addEventListener('fetch', (event) => {
	if (event.request.mode === 'navigate') event.respondWith(answer(event));
});

worker.addEventListener('push', (event) => {
	if (event.data) event.waitUntil(show(event.data.json() as Notice));
});

worker.addEventListener('notificationclick', (event) => {
	event.notification.close();
	event.waitUntil(open(event.notification.data as string));
});
