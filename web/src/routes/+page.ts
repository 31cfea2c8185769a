import { earlyGames } from '#lib/early.ts';
import type { GameInfo } from '#lib/protocol.ts';

export const load = async (): Promise<{ games: GameInfo[] | undefined }> => ({ games: await earlyGames() });
