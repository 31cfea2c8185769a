import { m } from '#messages';
import { session } from '#lib/session.svelte.ts';

interface Place {
	href: string;
	name: string;
	count?: number; // what waits there
}

/** The pages of the navigation, in order. */
export const places = (): Place[] => [
	{ href: '/lobby', name: m.nav_lobby() },
	{ href: '/daily', name: m.daily_title() },
	{ href: '/nights', name: m.nav_nights() },
	{ href: '/puzzles', name: m.puzzle_title() },
	{ href: '/history', name: m.nav_history() },
	{ href: '/leaderboard', name: m.leaderboard_title() },
	{ href: '/friends', name: m.friends_title() },
	{ href: '/rules', name: m.nav_rules() },
	{ href: '/account', name: m.account_title() },
	...(session.player?.admin
		? [{ href: '/admin', name: m.admin_title(), count: session.player.open_reports }]
		: [])
];
