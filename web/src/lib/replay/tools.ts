/** The tools of a replay; each panel is loaded when it is first opened. */

import { page } from '$app/state';
import type { ReplayPart } from '#lib/game-definition.ts';
import { m } from '#messages';
import type { Replay } from './replay.svelte.ts';

export interface Tool {
	key: string;
	name: () => string;
	part: () => Promise<{ default: ReplayPart }>;
	fits: (replay: Replay) => boolean;
}

const isOver = ({ document }: Replay): boolean => document.table.status !== 'running';
const canGoOn = (replay: Replay): boolean => isOver(replay) || replay.document.table.imported;

export const TOOLS: readonly Tool[] = [
	{
		key: 'analysis',
		name: m.analysis_title,
		part: () => import('#lib/analysis/AnalysisPanel.svelte'),
		fits: (replay) => canGoOn(replay) && replay.game.analysis !== undefined
	},
	{ key: 'share', name: m.replay_share, part: () => import('./Share.svelte'), fits: () => true },
	{
		key: 'fairness',
		name: m.fairness_check,
		part: () => import('./Fairness.svelte'),
		fits: ({ document }) => document.record !== undefined
	},
	{
		key: 'together',
		name: m.shared_replay_title,
		part: () => import('#lib/shared-replay/NewSharedReplay.svelte'),
		fits: (replay) => isOver(replay) && !page.url.searchParams.has('review') // not for those who watch one
	},
	{ key: 'branch', name: m.branch_title, part: () => import('#lib/branch/BranchForm.svelte'), fits: canGoOn },
	{
		key: 'duplicate',
		name: m.duplicate_title,
		part: () => import('#lib/branch/Duplicate.svelte'),
		fits: (replay) => canGoOn(replay) && replay.document.table.repeatable !== false
	},
	{
		key: 'family',
		name: m.family_title,
		part: () => import('#lib/branch/RelatedGamesPanel.svelte'),
		fits: canGoOn
	},
	{
		key: 'notes',
		name: m.note_title,
		part: () => import('#lib/notes/ReplayNotes.svelte'),
		fits: ({ document }) => !document.table.imported
	},
	{
		key: 'problem',
		name: m.problem_title,
		part: () => import('#lib/bug-report/ReplayBugReport.svelte'),
		fits: () => true
	}
];
