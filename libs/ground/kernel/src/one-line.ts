/** Control characters, line separators, and what changes the direction of the text around it. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** True for a text that is shown as one line, as it is written. */
export const isOneLine = (text: string): boolean => text.isWellFormed() && !UNFIT.test(text);
