/** The time limit of the current step. */

import type { Table } from './protocol.ts';

/** Returns the milliseconds that the step has left at `now` (performance.now()); undefined without a limit. */
export function stepLeft({ step }: Pick<Table, 'step'>, now: number): number | undefined {
	return step && Math.max(0, step.left - Math.max(0, now - step.at));
}
