import { ask } from '#lib/api.ts';
import type { ContactList, Leaderboard, Profile, Relationship } from '#lib/protocol.ts';

const person = (handle: string, rest = ''): string => `/people/${encodeURIComponent(handle)}${rest}`;

/** The server's door for who knows whom, and who plays how well. Every call may throw an ApiError. */
export const friendsApi = {
	circle: () => ask<ContactList>('GET', '/friends'),
	profile: (handle: string) => ask<Profile>('GET', person(handle)),
	follow: (handle: string, yes: boolean) =>
		ask<Relationship>(yes ? 'PUT' : 'DELETE', person(handle, '/follow')),
	block: (handle: string, yes: boolean) =>
		ask<Relationship>(yes ? 'PUT' : 'DELETE', person(handle, '/block')),
	leaderboard: (game: string, month: string) =>
		ask<Leaderboard>('GET', `/leaderboard/${game}${month && `?month=${month}`}`)
};
