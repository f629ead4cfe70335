import type { FoundCode } from '#capabilities/extraction';
import { archiveNumberIn } from './code-texts.js';

/** How the stacks of an organization are split. */
export interface SplitRules {
  /** What the text of a code begins with on a sheet between two documents. */
  separators: readonly string[];
  /** The sheet becomes the first page of the document that follows it. */
  keepsSeparators: boolean;
  /** A page with another archive number than the one before begins a document. */
  splitsAtArchiveNumbers: boolean;
  archiveNumberPrefix: string;
}

/** True for the code on a sheet between two documents: in any case, and spaces at its ends do not count. */
export function isSeparator(text: string, separators: readonly string[]): boolean {
  const given = text.trim().toLowerCase();
  return separators.some((separator) => separator !== '' && given.startsWith(separator.toLowerCase()));
}

/** The pages of each document in a stack, counted from 1; `undefined` when it is one document. */
export function splitPlan(
  codes: readonly Pick<FoundCode, 'page' | 'text'>[],
  pagesCount: number,
  rules: SplitRules,
): number[][] | undefined {
  const separators = new Set(codes.filter(({ text }) => isSeparator(text, rules.separators)).map(({ page }) => page));
  const numbers = rules.splitsAtArchiveNumbers
    ? numbersOf(codes, rules.archiveNumberPrefix)
    : new Map<number, number>();
  if (separators.size === 0 && numbers.size === 0) return undefined;
  const parts: number[][] = [];
  let [current, number]: [number[], number | undefined] = [[], undefined];
  const begin = (): void => {
    // Sheets alone are no document.
    if (current.some((page) => !separators.has(page))) {
      parts.push(current);
      current = [];
    }
    number = undefined;
  };
  for (let page = 1; page <= pagesCount; page++) {
    if (separators.has(page)) {
      begin();
      if (rules.keepsSeparators) current.push(page);
      continue;
    }
    const own = numbers.get(page);
    // The pages before the first number are a document of their own, unless there are none.
    if (own !== undefined && own !== number) {
      begin();
      number = own;
    }
    current.push(page);
  }
  begin();
  return parts.length < 2 ? undefined : parts;
}

/** The first archive number on each page that has one. */
function numbersOf(codes: readonly Pick<FoundCode, 'page' | 'text'>[], prefix: string): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const { page, text } of codes) {
    const number = archiveNumberIn(text, prefix);
    if (number !== undefined && number !== null && !numbers.has(page)) numbers.set(page, number);
  }
  return numbers;
}
