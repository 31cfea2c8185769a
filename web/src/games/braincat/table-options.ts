import type { GameOptions } from '#lib/game-definition.ts';
import { modeName } from './labels.ts';
import { fitting, seatsFor, type Mode } from './new-table.ts';
import { describe, seatLabel } from './option-labels.ts';
import OptionsForm from './OptionsForm.svelte';

const options: GameOptions = {
	Form: OptionsForm,
	seatsFor,
	fitting,
	modeName: (mode) => modeName(mode as Mode),
	describe,
	seatLabel
};

export default options;
