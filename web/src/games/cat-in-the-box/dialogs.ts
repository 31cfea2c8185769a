import type { Shared } from '../../lib/table/shared-dialogs.ts';

/** The dialogs that can be open. */
export type Opened =
	| { kind: 'menu' | 'log' | 'last_trick' | 'keys' | 'result' | 'scores' | 'memory' | Shared }
	| { kind: 'rules'; rule?: string }
	| { kind: 'summary'; round: number };
