import type { AnalysisTexts } from '#lib/analysis/texts.ts';
import type { AnyGame, Game, Replay as Document } from '#lib/protocol.ts';
import type { SeatNames } from '#lib/seat-names.ts';
import { m } from '#messages';
import type { Autopsy } from './autopsy.ts';
import { Frames, viewFrom, type Perspective, type Frame } from './frames.ts';
import {
	landmarksOf,
	previousOf,
	nextOf,
	type Landmark,
	type LandmarkKinds,
	type Landmarks
} from './landmarks.ts';

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

const MOVE_INTERVAL_MS = 1_200; // at normal speed
const FLYING = 2; // above this speed animations are off

/** Texts of a game's events and positions in a replay. */
export interface ReplayTexts<G extends Game = AnyGame> {
	landmarks: LandmarkKinds<G>;
	/** The round and trick of a position, for example. */
	progress: (view: G['view']) => string;
	/** What the last move did, and whose turn it is. */
	announce: (frame: Frame<G>, seatNames: SeatNames) => string;
	/** How the analysis is shown; without it a game has none. */
	analysis?: () => Promise<{ default: AnalysisTexts<G> }>;
}

/** A position that the analysis marks on the bar. */
export interface BarMark {
	kind: 'blunder' | 'mistake' | 'lucky';
	ply: number;
	label: string;
}

/** The state of a replay: positions, the current one, perspective and playback. */
export class Replay<G extends Game = AnyGame> {
	readonly document: Document<G>;
	readonly game: ReplayTexts<G>;
	readonly #frames: Frames<G>;
	readonly landmarks: Landmarks;
	#ply = $state(0);
	#perspective = $state<Perspective>('spectator');
	#speed = $state<number>(1);
	#timer = $state.raw<ReturnType<typeof setTimeout>>();
	#glides = $state(false);
	readonly #view = $derived.by(() => viewFrom(this.frame, this.#perspective));
	readonly #seatNames = $derived.by(() => this.#namesForReader());
	#autopsies = $state.raw<readonly Autopsy[]>([]);
	/** The best alternative to the last move, once the game is analyzed. */
	best = $state.raw<G['move']>();
	/** What stands out, once the game is analyzed. */
	marks = $state.raw<readonly BarMark[]>([]);

	constructor(document: Document<G>, game: ReplayTexts<G>) {
		this.document = document;
		this.game = game;
		this.#frames = new Frames(document);
		this.landmarks = landmarksOf(document, game.landmarks);
		const { eyes, table } = document;
		this.#perspective = table.you ?? (eyes.length === table.seats.length ? 'open' : 'spectator');
	}

	get ply(): number {
		return this.#ply;
	}

	/** The last position. */
	get end(): number {
		return this.document.steps.length;
	}

	/** Whether the game is played in rounds. */
	get hasRounds(): boolean {
		return Object.values(this.game.landmarks).includes('round');
	}

	/** All positions. */
	get frames(): readonly Frame<G>[] {
		return this.#frames.all();
	}

	get frame(): Frame<G> {
		return this.#frames.at(this.#ply)!;
	}

	/** The position before the last move. */
	get before(): Frame<G> | undefined {
		return this.#frames.at(this.#ply - 1);
	}

	/** The view in the current perspective. */
	get view(): G['view'] {
		return this.#view;
	}

	get perspective(): Perspective {
		return this.#perspective;
	}

	set perspective(perspective: Perspective) {
		this.#perspective = perspective;
	}

	/** The seat of the current perspective. */
	get seat(): number | undefined {
		return typeof this.#perspective === 'number' ? this.#perspective : undefined;
	}

	/** The seats whose hands are open besides `seat`. */
	get openSeats(): number[] {
		return this.#perspective === 'open' ? this.document.eyes : [];
	}

	/** Names by seat; sentences say "you" to a former player only in their own perspective. */
	get seatNames(): SeatNames {
		return this.#seatNames;
	}

	#namesForReader(): SeatNames {
		const { seats, you } = this.document.table;
		return {
			names: seats.map((name) => name || m.former_player()),
			me: you === this.#perspective ? you : undefined
		};
	}

	get speed(): number {
		return this.#speed;
	}

	set speed(speed: number) {
		this.#speed = speed;
		if (this.playing) this.#wait();
	}

	get playing(): boolean {
		return this.#timer !== undefined;
	}

	/** Whether the position was reached by one move forward and is animated. */
	get glides(): boolean {
		return this.#glides;
	}

	/** The analysis of its paradoxes, once loaded. */
	get autopsies(): readonly Autopsy[] {
		return this.#autopsies;
	}

	set autopsies(autopsies: readonly Autopsy[]) {
		this.#autopsies = autopsies;
	}

	/** The positions after which a paradox was unavoidable. */
	get fatalPlies(): number[] {
		return this.#autopsies.flatMap(({ fatal }) => (fatal === null ? [] : [fatal + 1]));
	}

	/** Shows the nearest position to this number of moves and stops playback. */
	go(ply: number): void {
		this.pause();
		this.#show(ply);
	}

	step(moves: number): void {
		this.go(this.#ply + moves);
	}

	/** Jumps to the next or previous landmark of this kind. */
	leap(kind: Landmark, direction: 1 | -1): void {
		const plies = this.landmarks[kind];
		this.go(direction > 0 ? nextOf(plies, this.#ply, this.end) : previousOf(plies, this.#ply));
	}

	/** Starts playback, from the start if the end is shown. */
	play(): void {
		if (this.#ply === this.end) this.#show(0);
		this.#wait();
	}

	pause(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	#wait(): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#playOn(), MOVE_INTERVAL_MS / this.#speed);
	}

	#playOn(): void {
		this.#show(this.#ply + 1);
		if (this.#ply < this.end) this.#wait();
		else this.pause();
	}

	#show(ply: number): void {
		const next = Math.min(Math.max(Math.trunc(ply) || 0, 0), this.end);
		this.#glides = next === this.#ply + 1 && this.#speed <= FLYING;
		this.#ply = next;
	}
}
