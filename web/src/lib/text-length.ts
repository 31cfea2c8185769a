const LONGEST = 300; // characters of what people write to others

/** The beginning of it, as long as it may be: counted as the server does, where `maxlength` counts an emoji twice. */
export const shortened = (text: string): string => [...text].slice(0, LONGEST).join('');
