import { requestWithSession } from '#lib/api.ts';
import type { AvailabilityInfo, NewVote } from '#lib/protocol.ts';

export type VoteChoice = NewVote['wish'];

/** Requests about the time of a table and the player's availability. All may throw an ApiError. */
export const timeApi = {
	vote: (code: string, choice: VoteChoice, about?: number) =>
		requestWithSession('PUT /tables/{code}/votes', { code }, { wish: choice, about }),
	handOver: (code: string, plays: boolean) =>
		requestWithSession('PUT /tables/{code}/caretaker', { code }, { plays }),
	answerRequest: (code: string, yes: boolean) =>
		requestWithSession('PUT /tables/{code}/seat-request', { code }, { yes }),
	availability: () => requestWithSession('GET /me/days', {}),
	setQuiet: (quiet: NonNullable<AvailabilityInfo['quiet']>) => requestWithSession('PUT /me/days', {}, quiet),
	addVacation: (first: string, last: string) => requestWithSession('POST /me/vacations', {}, { first, last }),
	endVacation: (first: string) => requestWithSession('DELETE /me/vacations/{first}', { first })
};
