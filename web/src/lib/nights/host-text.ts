import { m } from '#messages';
import type { NightSettings } from '#lib/protocol.ts';

/** Says who hosts a night; a host may have deleted the account. */
export const hostText = ({ host }: NightSettings): string => m.night_by({ name: host || m.history_former() });
