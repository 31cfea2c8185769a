declare global {
	namespace App {}

	interface Window {
		/** What app.html has requested, by path under /api, and the page's WebSocket. */
		early?: { responses: Record<string, Promise<Response>>; socket?: WebSocket };
	}
}

export {};
