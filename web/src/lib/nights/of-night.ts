import type { TableInfo } from '#lib/protocol.ts';

/** Whether a finished table belongs to a duplicate night: the source of any other duplicate is known then. */
export const isOfNight = ({ branched }: TableInfo): boolean => branched?.duplicate === true && !branched.code;
