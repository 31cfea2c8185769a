/** The name of each language in that language. */
export const LANGUAGES = { en: 'English', fr: 'Français', ja: '日本語' };
