import type { TextRange } from './query-tree.js';

/** Something in a query that was repaired, ignored or not understood. */
export interface QueryNote extends TextRange {
  code: string;
  /** What was done, and how to write it instead. */
  message: string;
}

export const MAX_TOKENS = 200;
export const MAX_DEPTH = 10;

/** The notes about the syntax. Each needs a place in the query only. */
const MESSAGES = {
  'max-tokens-exceeded': `A query has at most ${MAX_TOKENS} words and filters; the rest is ignored. Search for fewer words.`,
  'max-nesting-depth-exceeded': `Parentheses and NOT can be nested ${MAX_DEPTH} deep; this one is ignored. Use fewer of them.`,
  'unmatched-opening-parenthesis': 'This parenthesis is not closed; it ends with the query. Add the missing ")".',
  'unfinished-group':
    'A condition is missing after this parenthesis. Write one, and then a ")", or remove the parenthesis.',
  'unmatched-closing-parenthesis':
    'This parenthesis is ignored because none is open. Remove it, or add the missing "(".',
  'unclosed-quoted-string': 'This quote is not closed; the text ends with the query. Add the missing quote.',
  'empty-group': 'These parentheses are ignored because nothing is in them.',
  'missing-operand-for-not':
    'This NOT is ignored because nothing follows it. To search for the word, put it in quotes.',
  'missing-operand-for-and':
    'This AND is ignored because a condition is missing before or after it. To search for the word, put it in quotes.',
  'missing-operand-for-or':
    'This OR is ignored because a condition is missing before or after it. To search for the word, put it in quotes.',
  'address-searched-as-text':
    'This looks like an address and is searched as text. To filter by a field of this name, put the value in quotes.',
  'lone-colon-ignored': 'This colon is ignored. Write a filter without a space before the colon.',
} as const;

export type SyntaxNoteCode = keyof typeof MESSAGES;

export function syntaxNote(code: SyntaxNoteCode, { from, to }: TextRange): QueryNote {
  return { code, from, to, message: MESSAGES[code] };
}
