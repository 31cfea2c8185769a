import type { Shared } from '../../lib/table/shared-dialogs.ts';

/** What may lie open over the table. */
export type Opened = { kind: 'menu' | 'log' | 'keys' | 'result' | Shared } | { kind: 'rules'; rule?: string };
