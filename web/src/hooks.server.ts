import type { Handle } from '@sveltejs/kit/hooks';

/** Leaves links to scripts out of the page that the build writes: app.html loads them after more urgent requests. */
export const handle: Handle = ({ event, resolve }) => resolve(event, { preload: () => false });
