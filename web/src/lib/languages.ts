/** Each language in its own words: a reader looks for theirs. */
export const LANGUAGES = { en: 'English', fr: 'Français', ja: '日本語' };
