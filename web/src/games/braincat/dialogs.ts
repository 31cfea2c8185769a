import type { Shared } from '../../lib/table/shared-dialogs.ts';

/** The dialogs that can be open. `round` shows the round with this number, void ones counted. */
export type Opened =
	| { kind: 'menu' | 'log' | 'keys' | 'result' | 'recap' | 'memo' | 'packs' | Shared }
	| { kind: 'round'; round?: number }
	| { kind: 'rules'; rule?: string };
