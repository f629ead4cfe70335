/** One paragraph of a mail, in both of its forms. */
export interface Paragraph {
  text: string;
  html: string;
}

/** A value of our own: a date, or the address that the mail goes to. */
export interface Exact {
  exact: string;
}

export const exact = (text: string): Exact => ({ exact: text });

/**
 * Writes a paragraph: `` paragraph`${user.name} invites you.` ``. Values that are plain strings are names that users have
 * written. They stay on their line, change neither direction nor markup of the mail, and mail programs make no links of
 * them: a name such as `Pay at https://eve.example` would be a message of its user in the name of this server.
 */
export function paragraph(words: readonly string[], ...values: readonly (Exact | string)[]): Paragraph {
  const parts = words.map((word, index) => {
    const value = values[index];
    const own = { text: word, html: escapeHtml(word) };
    if (value === undefined) return own;
    const shown = typeof value === 'string' ? written(value) : { text: value.exact, html: escapeHtml(value.exact) };
    return { text: own.text + shown.text, html: own.html + shown.html };
  });
  return { text: parts.map(({ text }) => text).join(''), html: parts.map(({ html }) => html).join('') };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

const LONGEST_NAME = 200;
/** Characters that begin or end a direction of writing for everything after them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const LINE_BREAKS_AND_CONTROLS = /[\s\p{Cc}\u2028\u2029]+/gu;
/** What mail programs look for when they make links of text; a word joiner, which is not visible, comes between. */
const PARTS_OF_ADDRESSES = /([.:@/])(?=[^\s])/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

function written(name: string): Paragraph {
  const line = name.replace(LINE_BREAKS_AND_CONTROLS, ' ').replace(DIRECTIONS, '').trim().slice(0, LONGEST_NAME);
  const text = line.toWellFormed().replace(PARTS_OF_ADDRESSES, '$1\u2060');
  return {
    text: RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text, // isolates the name from the words around it
    html: `<bdi>${escapeHtml(text)}</bdi>`,
  };
}
