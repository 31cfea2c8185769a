import { request, requestWithSession } from '#lib/api.ts';
import type { OwnPack, PackList, PackPreview } from '#lib/protocol.ts';

/** A list of cards as a player writes it. */
export type WrittenPack = {
	game: string;
	format: 'lines' | 'csv' | 'json';
	written: string;
};
export type NewPack = WrittenPack & { title: string; language: string };

/** Requests about card packs of players. All may throw an ApiError. */
export const packsApi = {
	list: (): Promise<PackList> => requestWithSession('GET /packs', {}),
	get: (code: string): Promise<OwnPack> => requestWithSession('GET /packs/{code}', { code }),
	preview: (pack: WrittenPack): Promise<PackPreview> => requestWithSession('POST /packs/preview', {}, pack),
	add: (pack: NewPack): Promise<OwnPack> => requestWithSession('POST /packs', {}, pack),
	change: (code: string, pack: NewPack): Promise<OwnPack> =>
		requestWithSession('PUT /packs/{code}', { code }, pack),
	share: (code: string, shared: boolean): Promise<OwnPack> =>
		requestWithSession('PUT /packs/{code}/sharing', { code }, { shared }),
	copy: (code: string): Promise<OwnPack> => requestWithSession('POST /packs/{code}/copies', { code }),
	remove: (code: string) => requestWithSession('DELETE /packs/{code}', { code }),
	/** Reports the cards of this name; `code` is that of the link that showed them, if one did. */
	report: (name: string, text: string, code = '') =>
		request('POST /packs/reports', {}, { name, code, words: text })
};

/** The link that shows a shared pack. */
export const packLink = (code: string): string => `${location.origin}/packs/${code}`;
