import type { Shared } from '../../lib/table/shared-dialogs.ts';

/** What may lie open over the table. */
export type Opened =
	| { kind: 'menu' | 'log' | 'last_trick' | 'keys' | 'result' | 'scores' | 'memory' | Shared }
	| { kind: 'rules'; rule?: string }
	| { kind: 'summary'; round: number };
