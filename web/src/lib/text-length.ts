const MAX_LENGTH = 300; // characters in a text to others

/** Truncates a text as the server counts characters: `maxlength` counts an emoji twice. */
export const shortened = (text: string): string => [...text].slice(0, MAX_LENGTH).join('');
