/// <reference lib="webworker" />
/** Shows that it is somebody's turn, and opens the table. Keeps no file and answers no request. */

interface Notice {
	title: string;
	text: string;
	table: string;
}

const worker = self as unknown as ServiceWorkerGlobalScope;

async function show({ title, text, table }: Notice): Promise<void> {
	await worker.registration.showNotification(title, {
		body: text,
		tag: table, // a later one takes its place
		icon: '/icon-192.png',
		data: table
	});
}

/** In the page that is open there already, if there is one. */
async function open(table: string): Promise<void> {
	const path = `/t/${table}`;
	const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
	const there = pages.find((page) => new URL(page.url).pathname === path);
	if (there) await there.focus();
	else await worker.clients.openWindow(path);
}

worker.addEventListener('push', (event) => {
	if (event.data) event.waitUntil(show(event.data.json() as Notice));
});

worker.addEventListener('notificationclick', (event) => {
	event.notification.close();
	event.waitUntil(open(event.notification.data as string));
});
