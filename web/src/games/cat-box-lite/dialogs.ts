import type { Shared } from '../../lib/table/shared-dialogs.ts';

/** The dialogs that can be open. */
export type Opened = { kind: 'menu' | 'log' | 'keys' | 'result' | Shared } | { kind: 'rules'; rule?: string };
