/** The reader's current selection and the move that it makes. Legal moves come with the view. */

import type { Legal, Move, Table, View, Vote } from './protocol.ts';

/** What is selected but not played yet. */
export interface Picked {
	at?: number; // a clue
	pack?: string;
	token?: Vote; // a master or `stay`, in individual mode
	out?: number[]; // masters to lay out
}

const LAID_OUT = 3; // masters (B24)

/** Returns the move of the confirm button; undefined if there is none or it lacks a selection. */
export function moveOf(legal: Legal, picked: Picked): Move | undefined {
	const may = (kind: Move['kind']): boolean => legal.kinds.includes(kind);
	if (may('point')) return pointMove(legal, picked);
	if (may('choose_pack')) return packMove(legal, picked);
	if (may('lay_out')) return layOutMove(legal, picked);
	if (may('volunteer')) return { kind: 'volunteer' };
	if (may('place_token')) return tokenMove(legal, picked);
	return ambassadorMove(legal) ?? readinessMove(legal);
}

const pointMove = ({ at = [] }: Legal, { at: clue }: Picked): Move | undefined =>
	clue !== undefined && at.includes(clue) ? { kind: 'point', at: clue } : undefined;

const packMove = ({ packs = [] }: Legal, { pack }: Picked): Move | undefined =>
	pack !== undefined && packs.includes(pack) ? { kind: 'choose_pack', pack } : undefined;

function layOutMove({ lay_out: allowed = [] }: Legal, { out = [] }: Picked): Move | undefined {
	const masters = allowed.find((three) => three.join() === out.join());
	return masters && { kind: 'lay_out', masters };
}

function tokenMove({ masters = [], kinds }: Legal, { token }: Picked): Move | undefined {
	if (token === 'stay') return kinds.includes('stay') ? { kind: 'stay' } : undefined;
	const master = Number(token ?? NaN);
	return masters.includes(master) ? { kind: 'place_token', master } : undefined;
}

/** The one act that carries out a settled vote. */
function ambassadorMove({ kinds, masters = [] }: Legal): Move | undefined {
	const [master] = masters;
	if (kinds.includes('place_totem') && master !== undefined) return { kind: 'place_totem', master };
	if (kinds.includes('pick') && master !== undefined) return { kind: 'pick', master };
	if (kinds.includes('stay')) return { kind: 'stay' };
	return kinds.includes('draw_lot') ? { kind: 'draw_lot' } : undefined;
}

function readinessMove({ kinds }: Legal): Move | undefined {
	if (kinds.includes('ready')) return { kind: 'ready' };
	return kinds.includes('wait') ? { kind: 'wait' } : undefined;
}

/** Adds or removes a master; of four the first one picked makes room. */
export function toggled(out: readonly number[], place: number): number[] {
	const others = out.filter((one) => one !== place);
	const next = others.length < out.length ? others : [...others, place].slice(-LAID_OUT);
	return next.sort((a, b) => a - b);
}

const isLegal = (move: Move, { kinds, votes = [] }: Legal): boolean =>
	move.kind === 'vote' ? votes.includes(move.choice) : kinds.includes(move.kind);

/** The debate or the families' vote of a view: moves queued in one are not for the next. */
const votingOf = ({ phase, ended, board, debate, acting }: View): string =>
	JSON.stringify([
		phase,
		Object.keys(ended).length,
		board?.paws,
		board?.gone,
		debate?.additional,
		acting?.to_act
	]);

export class Choice {
	readonly #table: Table;
	#picked = $state.raw<{ turn: number } & Picked>();
	#queued = $state.raw<{ voting: string; move: Move }>(); // chosen while another move is on its way

	#asked = $state.raw<{ version: number; reason: string }>();

	constructor(table: Table) {
		this.#table = table;
	}

	get picked(): Picked {
		const { turn } = this.#table;
		return turn !== undefined && this.#picked?.turn === turn ? this.#picked : {};
	}

	/** The vote that is on its way or the token's place, and the masters to lay out. */
	get selected(): { vote?: Vote; out?: number[] } {
		const { token, out } = this.picked;
		const vote = [this.#queued?.move, this.#table.pending].find((move) => move?.kind === 'vote');
		return { vote: vote?.kind === 'vote' ? vote.choice : token, out };
	}

	/** Why what was last chosen cannot be, until the next update. */
	get reason(): string | undefined {
		return this.#asked?.version === this.#table.version ? this.#asked.reason : undefined;
	}

	/** Finds out why this vote, or the master on this place, cannot be chosen. */
	async ask(what: Vote): Promise<void> {
		const { whyNot } = await import('./why-not.ts');
		const { view, version, names, seat: me } = this.#table;
		if (view) this.#asked = { version, reason: whyNot(what, view, { names, me }) };
	}

	get move(): Move | undefined {
		const legal = this.#table.view?.legal;
		return legal && moveOf(legal, this.picked);
	}

	pick(part: Picked): void {
		const { turn, pending } = this.#table;
		if (turn === undefined || pending) return;
		this.#table.dismiss();
		this.#asked = undefined;
		this.#picked = { ...this.picked, ...part, turn };
	}

	/** Votes at once, since a vote can be changed; a token's place and masters to lay out are only selected. */
	choose(vote: Vote): void {
		const { view, pending } = this.#table;
		if (view?.legal?.lay_out) this.pick({ out: toggled(this.picked.out ?? [], Number(vote)) });
		else if (view?.phase === 'choice') this.pick({ token: vote });
		else if (pending || view?.legal?.votes?.includes(vote)) this.#play({ kind: 'vote', choice: vote });
		else void this.ask(vote);
	}

	/** Plays what was chosen while another move was on its way; to be called when that has arrived. */
	playQueued(): void {
		const { view, pending } = this.#table;
		if (pending || !this.#queued || !view) return;
		const { voting, move } = this.#queued;
		this.#queued = undefined;
		if (view.legal && voting === votingOf(view) && isLegal(move, view.legal)) this.#table.play(move);
	}

	/** A held move is replaced; one that has been sent is followed by this one. */
	#play(move: Move): void {
		this.#asked = undefined;
		if (this.#table.held !== undefined) this.#table.takeBack();
		const { view, pending } = this.#table;
		if (pending && view) this.#queued = { voting: votingOf(view), move };
		else this.#table.play(move);
	}

	/** Takes the held move back, or clears the selection. */
	cancel(): void {
		if (this.#table.held !== undefined) this.#table.takeBack();
		else this.#picked = undefined;
		this.#asked = undefined;
		this.#table.dismiss();
	}

	/** In a debate the vote may still be on its way. */
	commit(): void {
		if (this.move && (!this.#table.pending || this.#table.view?.debate)) this.#play(this.move);
	}
}
