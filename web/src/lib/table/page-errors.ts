/** The codes that say that there is nothing here for this person, now or later. */
const ENDS = ['table_not_found', 'banned', 'no_looking_on', 'too_many_look_on'];

export const isEnd = (code: string | undefined): code is string => code !== undefined && ENDS.includes(code);
