import type { Line } from './text-lines.js';
import type { WrittenDate } from './written-dates.js';

/** A date of a text with what stands around it. */
export interface Place {
  line: Line;
  written: WrittenDate;
  /** The dates next to it on its line. */
  previous: WrittenDate | undefined;
  next: WrittenDate | undefined;
  /** The line above, if it has no date. */
  undatedAbove: Line | undefined;
  at: number;
  /** Of the whole text. */
  lines: number;
  /** Lines that look like rows of a table of bookings. */
  rows: number;
}

const FIELD = /\s{3,}|\t|[|;]|(?<=[\p{L}\d)])\.\s(?=\p{L}{3})/gu;
export const LONGEST_LABEL = 60;

/** The words in front of a date on its line, up to the date or the field before. */
export function before({ line, written: { from }, previous }: Place): string {
  const text = line.folded.slice(Math.max(previous?.to ?? 0, from - LONGEST_LABEL), from);
  let field = 0;
  for (const { 0: gap, index: gapAt } of text.trimEnd().matchAll(FIELD)) field = gapAt + gap.length;
  return text.slice(field);
}

/** The words behind it, up to the next date. */
export function after({ line: { folded }, written: { to }, next }: Place): string {
  return folded.slice(to, Math.min(next?.from ?? folded.length, to + LONGEST_LABEL));
}

/** Words with one space between them, without marks around them. */
export function tidy(text: string): string {
  return text.replaceAll(/[\s.:«"„“]+/g, ' ').trim();
}

const LETTERS = /\p{L}/gu;

export function lettersIn(text: string): number {
  return text.match(LETTERS)?.length ?? 0;
}

/** Words that belong to a date and say nothing about it. */
const CONNECTORS = new Set(',den,der,le,li,a,el,il,du,vom,am,on,of,the,this,dne,dna,dnia,dana,ngay,от,від'.split(','));

/** Whether words only lead to a date: `den`, `le`. */
export function isConnector(words: string): boolean {
  return CONNECTORS.has(tidy(words.replaceAll(',', ' ')));
}
