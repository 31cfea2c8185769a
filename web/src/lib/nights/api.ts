import { requestWithSession } from '#lib/api.ts';
import type { NewNight, NightList, NightOfTable, NightView } from '#lib/protocol.ts';

/** Requests about duplicate nights. All may throw an ApiError. */
export const nightsApi = {
	list: (): Promise<NightList> => requestWithSession('GET /nights', {}),
	create: (night: NewNight): Promise<NightView> => requestWithSession('POST /nights', {}, night),
	get: (code: string): Promise<NightView> => requestWithSession('GET /nights/{code}', { code }),
	ofTable: (code: string): Promise<NightOfTable> => requestWithSession('GET /nights/tables/{code}', { code }),
	join: (code: string): Promise<NightView> => requestWithSession('POST /nights/{code}/join', { code }),
	leave: (code: string): Promise<NightView> => requestWithSession('POST /nights/{code}/leave', { code }),
	start: (code: string): Promise<NightView> => requestWithSession('POST /nights/{code}/start', { code }),
	cancel: (code: string): Promise<NightView> => requestWithSession('POST /nights/{code}/close', { code })
};

/** The link by which others join a night. */
export const nightLink = (code: string): string => `${location.origin}/nights/${code}`;
