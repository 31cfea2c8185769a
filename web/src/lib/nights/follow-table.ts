import { poll } from '#lib/poll.ts';
import type { NightOfTable } from '#lib/protocol.ts';
import { nightsApi } from './api.ts';

const RETRY_MS = 2_000; // until the next deal has its table

/**
 * Loads the night of a table; of a table that is over until it is known where it goes on. Returns a function that
 * stops it.
 */
export const followTable = (code: string, over: boolean, show: (night: NightOfTable) => void): (() => void) =>
	poll(
		() => nightsApi.ofTable(code),
		(night) => {
			show(night);
			return !night.code || !over || night.next || night.over ? undefined : RETRY_MS;
		},
		() => RETRY_MS
	);
