import type { EarlyInput } from '#lib/early-input.ts';

declare global {
	namespace App {}

	interface Window {
		/** What app.html has requested, by path under /api, and the page's WebSocket with what it has received. */
		early?: { responses: Record<string, Promise<Response>>; socket?: WebSocket; received?: string[] };
		earlyInput: EarlyInput[];
	}
}
