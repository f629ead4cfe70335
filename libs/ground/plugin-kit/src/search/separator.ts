/** Stands before each addition to the words of a field. No word contains it, so a phrase never matches across it. */
export const SEPARATOR = '|';
