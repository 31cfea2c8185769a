import { m } from '#messages';

/** The pages of the navigation, in order. */
export const places = (): { href: string; name: string }[] => [
	{ href: '/lobby', name: m.nav_lobby() },
	{ href: '/history', name: m.history_title() },
	{ href: '/leaderboard', name: m.board_title() },
	{ href: '/friends', name: m.friends_title() },
	{ href: '/rules', name: m.nav_rules() },
	{ href: '/account', name: m.account_title() }
];
