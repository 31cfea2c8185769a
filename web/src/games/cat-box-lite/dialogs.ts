import type { Shared } from '#games/table-dialogs.ts';

/** What may lie open over the table. */
export type Opened = { kind: 'menu' | 'log' | 'keys' | 'result' | Shared } | { kind: 'rules'; rule?: string };
