import type { TableInfo } from '#lib/protocol.ts';

/** The day whose daily deal a table plays. */
export const dayOf = ({ deal_name }: TableInfo): string | undefined => /^daily (\S+) /.exec(deal_name)?.[1];
