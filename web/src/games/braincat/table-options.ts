import type { GameOptions } from '#lib/game-definition.ts';
import { seatsFor } from './new-table.ts';
import OptionsForm from './OptionsForm.svelte';

const options: GameOptions = { Form: OptionsForm, seatsFor };

export default options;
