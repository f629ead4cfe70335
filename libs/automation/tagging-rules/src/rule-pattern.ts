import { normalizeText } from '@archivolt/plugin-kit';
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';

/** Instructions of one pattern: the time of a match grows with them as with the text. */
export const MOST_INSTRUCTIONS = 600;
/** UTF-16 units at the beginning of a text that patterns look at: with the most instructions, a few seconds. */
export const LOOKED_AT = 500_000;
/** Compiled patterns that a thread keeps. */
const MOST_KEPT = 50;
/** Case makes no difference, as for other comparisons of texts; `^` and `$` are the ends of lines. */
const FLAGS = RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE;
const SIGNS = /[\\^$.|?*+()[\]{}-]/g;

/** Those used last come last. */
const kept = new Map<string, RE2JS>();

/** A text as patterns see it: with its lines and capital letters, but in one form of Unicode. */
export function textForPatterns(text: string): string {
  return normalizeText(text.slice(0, LOOKED_AT), 'NFKC').slice(0, LOOKED_AT);
}

/** Whether the pattern is found in a text that {@link textForPatterns} has returned; in time linear in its length. */
export function patternMatches(pattern: string, text: string): boolean {
  return compiled(pattern).test(text);
}

/** What is wrong with a pattern, and where; undefined when it can be used. */
export function patternProblem(pattern: string): string | undefined {
  try {
    const size = compile(pattern).programSize();
    if (size <= MOST_INSTRUCTIONS) return undefined;
    return `it is too large: it takes ${size} steps for each character, at most ${MOST_INSTRUCTIONS} are possible. Repeat less`;
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return syntaxProblem(pattern, error);
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}

function compiled(pattern: string): RE2JS {
  const found = kept.get(pattern) ?? compile(pattern);
  if (found.programSize() > MOST_INSTRUCTIONS) throw new Error('the regular expression is too large');
  kept.delete(pattern);
  kept.set(pattern, found);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return found;
}

function compile(pattern: string): RE2JS {
  return RE2JS.compile(inOneForm(pattern), FLAGS);
}

/** Letters as {@link textForPatterns} has them; a sign that one becomes, as the points of an ellipsis, is only a sign. */
function inOneForm(pattern: string): string {
  return normalizeText(pattern, 'NFC').replace(/[^\0-\u007F]/gu, (letter) =>
    normalizeText(letter, 'NFKC').replace(SIGNS, String.raw`\$&`),
  );
}

/** The library names the part that it does not understand, or the whole pattern. */
function syntaxProblem(pattern: string, error: RE2JSSyntaxException): string {
  const reason = error.getDescription();
  if (reason === 'unexpected )') return `${reason} at position ${surplusBracket(pattern) + 1}`;
  const part = error.getPattern() ?? '';
  const place = pattern.indexOf(part);
  // The whole pattern has the flags before it. An opening bracket that is never closed is missed at the end.
  if (part === '' || place === -1) return `${reason} at position ${pattern.length + 1}`;
  return `${reason} "${part}" at position ${place + 1}`;
}

/** The first closing bracket up to which the pattern is wrong already. */
function surplusBracket(pattern: string): number {
  for (let at = pattern.indexOf(')'); at !== -1; at = pattern.indexOf(')', at + 1)) {
    try {
      compile(pattern.slice(0, at + 1));
    } catch (error) {
      if (error instanceof RE2JSSyntaxException && error.getDescription() === 'unexpected )') return at;
    }
  }
  return pattern.length - 1;
}
