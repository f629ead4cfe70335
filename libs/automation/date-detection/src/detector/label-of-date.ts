import { cellsOf, distance } from './cells.js';
import { labelIn, type DateLabel } from './date-labels.js';
import { after, before, isConnector, LONGEST_LABEL, tidy, type Place } from './date-place.js';
import type { Line } from './text-lines.js';

const RANGE =
  /^(?:-|–|—|~|〜|to|bis|au|al|a|tot|t\/m|do|til|till|through|から|至|부터|đen|sampai|الى|до|по|εως|עד)(?: (?:zum|den|le|el|il))?$/u;

const BEHIND: readonly (readonly [RegExp, DateLabel])[] = [
  [/^[\s).]*(?:生|出生|생|dogumlu|года рождения|року народження|г\.? ?р\.?\b|р\. ?н\.)/u, 'birth'],
  [/^[\s).]*(?:まで|까지|迄|前)/u, 'due'],
  [/^[\s).]*(?:から|より|부터|起|tarihinde|napjatol|付|자 |tarihli|napjan|に公布|公布|공포|の)/u, 'law'],
];

/** What the words around a date say about it. */
export function labelOf(place: Place): DateLabel | undefined {
  const { line, written, previous, next } = place;
  const behind = after(place);
  if (next && RANGE.test(tidy(behind))) return 'period';
  if (previous && RANGE.test(tidy(line.folded.slice(previous.to, written.from)))) return 'period';
  for (const [expression, label] of BEHIND) if (expression.test(behind)) return label;
  const words = before(place);
  if (isConnector(words)) return labelAbove(place);
  return labelIn(words) ?? (startsCell(place) ? labelAbove(place) : undefined);
}

/** In a row of a table, the words in front of a date are of another column. */
function startsCell({ line: { folded }, written: { from } }: Place): boolean {
  return /\s{3}$/.test(folded.slice(0, from));
}

/** The label of a value that stands below it: in the same column, or in the same place of a list of values. */
function labelAbove({ line, written: date, undatedAbove: above }: Place): DateLabel | undefined {
  if (!above) return undefined;
  const cells = cellsOf(line.folded);
  const column = cells.findIndex(({ from, to }) => from <= date.from && to >= date.to);
  const heads = cellsOf(above.folded);
  if (heads.length > 1 && heads.length === cells.length) return labelIn(heads[column]?.text ?? '');
  if (heads.length > 1) {
    const middle = (date.from + date.to) / 2;
    const nearest = heads.toSorted((one, other) => distance(one, middle) - distance(other, middle))[0];
    return labelIn(nearest?.text ?? '');
  }
  if (cells.length > 1 || !isLabel(above)) return undefined;
  const label = labelIn(above.folded);
  const isSure = above.folded.trimEnd().endsWith(':') || label === 'issue' || label === 'date' || NEVER.has(label);
  return isSure ? label : undefined;
}

function isLabel({ folded }: Line): boolean {
  return folded.trimEnd().length <= LONGEST_LABEL && !/[.!?。]$/u.test(folded.trimEnd()) && !/\d/.test(folded);
}

/** Dates that are never that of the document. */
export const NEVER: ReadonlySet<DateLabel | undefined> = new Set(['birth', 'due', 'valid']);
