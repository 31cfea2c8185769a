import { ask } from '#lib/api.ts';
import type { Days, NewVote } from '#lib/protocol.ts';

export type Wish = NewVote['wish'];

/** The server's door for all that is about time. Every call may throw an ApiError. */
export const timeApi = {
	vote: (code: string, wish: Wish, about?: number) =>
		ask<unknown>('PUT', `/tables/${code}/votes`, { wish, about: about ?? null }),
	handOver: (code: string, plays: boolean) => ask<unknown>('PUT', `/tables/${code}/caretaker`, { plays }),
	answerRequest: (code: string, yes: boolean) => ask<unknown>('PUT', `/tables/${code}/seat-request`, { yes }),
	days: () => ask<Days>('GET', '/me/days'),
	setQuiet: (quiet: Days['quiet']) => ask<Days>('PUT', '/me/days', quiet),
	addVacation: (first: string, last: string) => ask<Days>('POST', '/me/vacations', { first, last }),
	endVacation: (first: string) => ask<Days>('DELETE', `/me/vacations/${first}`)
};
