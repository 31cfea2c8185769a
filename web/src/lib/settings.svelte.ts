import { languageOf, storeLanguage, takeFormerLanguage } from './languages.ts';
import { getLocale, overwriteGetLocale, type Locale } from './locale.ts';
import { loadTexts } from './text.ts';

const KEY = 'boxcats.settings';
const isBrowser = typeof document !== 'undefined'; // else the build, which renders the first pages

interface StoredSettings {
	confirm: boolean; // confirm a declaration
	sound: 'off' | 'turn' | 'soft'; // off, only for the reader's turn, or all
	text: 'normal' | 'large' | 'larger';
	sort: 'up' | 'down';
	motion: 'auto' | 'on' | 'off';
	shortcuts: boolean; // single-character shortcuts
}

const DEFAULTS: StoredSettings = {
	confirm: true,
	sound: 'turn',
	text: 'normal',
	sort: 'up',
	motion: 'auto',
	shortcuts: true
};

/** Reads the stored settings; what is not stored is as in `others`. */
function read(others: StoredSettings): StoredSettings {
	try {
		return { ...others, ...(JSON.parse(localStorage.getItem(KEY)!) as Partial<StoredSettings> | null) };
	} catch {
		return others;
	}
}

function write(kept: StoredSettings): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(kept));
	} catch {
		// without storage they last as long as the page
	}
}

/** The user's settings, stored in this browser. */
class Settings {
	#kept = $state<StoredSettings>(read(DEFAULTS));
	#locale = $state<Locale>('en');
	#chosen: Locale | undefined; // the last that was chosen
	#still = $state(false); // the system's preference for reduced motion

	constructor() {
		if (!isBrowser) return;
		// Messages read the reactive locale, so that a change rerenders the texts only. It begins as that of the page.
		this.#locale = languageOf(document.documentElement.lang);
		overwriteGetLocale(() => this.#locale);
		const query = matchMedia('(prefers-reduced-motion: reduce)');
		this.#still = query.matches;
		query.addEventListener('change', () => (this.#still = query.matches));
	}

	get confirm(): boolean {
		return this.#kept.confirm;
	}
	set confirm(confirm: boolean) {
		this.#change({ confirm });
	}

	get sound(): StoredSettings['sound'] {
		return this.#kept.sound;
	}
	set sound(sound: StoredSettings['sound']) {
		this.#change({ sound });
	}

	get text(): StoredSettings['text'] {
		return this.#kept.text;
	}
	set text(text: StoredSettings['text']) {
		this.#change({ text });
	}

	get sort(): StoredSettings['sort'] {
		return this.#kept.sort;
	}
	set sort(sort: StoredSettings['sort']) {
		this.#change({ sort });
	}

	get motion(): StoredSettings['motion'] {
		return this.#kept.motion;
	}
	set motion(motion: StoredSettings['motion']) {
		this.#change({ motion });
	}

	get shortcuts(): boolean {
		return this.#kept.shortcuts;
	}
	set shortcuts(shortcuts: boolean) {
		this.#change({ shortcuts });
	}

	/** Whether animations are on. */
	get animate(): boolean {
		return this.motion === 'auto' ? !this.#still : this.motion === 'on';
	}

	get locale(): Locale {
		return getLocale();
	}

	/** Applies a language that was chosen before the server chose that of pages; called once after the first page. */
	applyFormerLanguage(): void {
		const former = takeFormerLanguage();
		if (!former) return;
		storeLanguage(former); // also if its texts cannot be loaded now: the next page is in this language
		void this.chooseLocale(former);
	}

	/** Shows and stores a language, if no other was chosen since. Returns whether its texts are there, else keeps all. */
	async chooseLocale(locale: Locale): Promise<boolean> {
		this.#chosen = locale;
		if (!(await loadTexts(locale))) return false;
		if (this.#chosen === locale) {
			storeLanguage(locale);
			this.#locale = locale;
		}
		return true;
	}

	#change(part: Partial<StoredSettings>): void {
		this.#kept = { ...read(this.#kept), ...part }; // another tab may have changed the others
		write(this.#kept);
	}
}

export const settings = new Settings();
