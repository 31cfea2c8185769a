/** A finished game as a replay shows it. */

import { mergePatch, type JsonObject } from '#lib/merge.ts';
import type { Replay } from '#lib/protocol.gen.ts';
import { inOrder } from './area.ts';
import type { Course } from './dealing.ts';
import type { Own, View } from './protocol.ts';

export function shownGame({ start, steps }: Replay): Course {
	const own = Object.values(start.own as Record<string, unknown>) as Own[];
	const { hands } = start.view as unknown as View;
	const end = steps.reduce((view, { patch }) => mergePatch(view, patch) as JsonObject, start.view as JsonObject);
	return {
		identities: own.map(({ identity }) => identity),
		hands: own.map(({ backs }, seat) => backs.map((back, slot) => [hands[seat]![slot]!, back])),
		laid: inOrder((end as unknown as View).laid).map(({ face }) => face)
	};
}
