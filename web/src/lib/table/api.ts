import { ask } from '#lib/api.ts';
import type { Days, NewVote } from '#lib/protocol.ts';

export type VoteChoice = NewVote['wish'];

/** Requests about the time of a table and this person's availability. All may throw an ApiError. */
export const timeApi = {
	vote: (code: string, choice: VoteChoice, about?: number) =>
		ask('PUT /tables/{code}/votes', { code }, { wish: choice, about }),
	handOver: (code: string, plays: boolean) => ask('PUT /tables/{code}/caretaker', { code }, { plays }),
	answerRequest: (code: string, yes: boolean) => ask('PUT /tables/{code}/seat-request', { code }, { yes }),
	days: () => ask('GET /me/days', {}),
	setQuiet: (quiet: NonNullable<Days['quiet']>) => ask('PUT /me/days', {}, quiet),
	addVacation: (first: string, last: string) => ask('POST /me/vacations', {}, { first, last }),
	endVacation: (first: string) => ask('DELETE /me/vacations/{first}', { first })
};
