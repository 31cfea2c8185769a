import { ApiError, api } from '#lib/api.ts';

/** Takes the first free seat of a table that this page does not show. May throw an ApiError. */
export async function joinTable(code: string): Promise<void> {
	const info = await api.table(code);
	if (info.seats.some(({ you }) => you)) return;
	const free = info.seats.findIndex(({ kind }) => kind === 'empty');
	if (info.status !== 'open') throw new ApiError('already_started');
	if (free < 0) throw new ApiError('table_full');
	const { sitDown } = await import('#lib/fairness/salts.ts');
	await sitDown(info, free);
}
