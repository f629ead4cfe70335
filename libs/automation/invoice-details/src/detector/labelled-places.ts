import { cellsOf, distance, type Cell, type Line } from '#automation/date-detection';
import { labelsIn, type DetailLabel, type FoundLabel } from './detail-labels.js';

/** A line with its labels. */
export interface LabelledLine {
  line: Line;
  labels: readonly FoundLabel[];
}

/** Where the value of a label may be. */
export interface Place {
  label: DetailLabel;
  line: Line;
  /** The part of the folded line, from the label to the next one or to the end; or the cell below the label. */
  from: number;
  to: number;
  /** `behind`: behind the label on its line. `below`: in its column, or alone on the next line. */
  kind: 'below' | 'behind';
  /** What stands in front of the label on its line: letters of a sentence. */
  lettersBefore: number;
}

const NOTHING = /^[\s.:;,#°*=()[\]–—_-]*$/u;
const MOST_BLOCK = 8;

export function labelledLines(lines: readonly Line[]): LabelledLine[] {
  return lines.map((line) => {
    // Marks of columns are gaps between them.
    const folded = line.folded.replaceAll(/[|\t]/g, ' ');
    return { line: { ...line, folded }, labels: labelsIn(folded) };
  });
}

/** The places of the values of all labels, in the order of the text. */
export function placesOf(lines: readonly LabelledLine[]): Place[] {
  return lines.flatMap((each, at) => {
    const { line, labels } = each;
    const next = lines[at + 1];
    const ofLine = joined(each);
    return ofLine.flatMap((found, index): Place[] => {
      const { label, from, to } = found;
      const end = ofLine[index + 1]?.from ?? line.folded.length;
      const lettersBefore = lettersIn(line.folded.slice(ofLine[index - 1]?.to ?? 0, from));
      if (!NOTHING.test(line.folded.slice(to, end)))
        return [{ label, line, from: to, to: end, kind: 'behind', lettersBefore }];
      const below = inBlock(lines, at, labels) ?? (next && belowOf(each, found, ofLine, next));
      return below ? [{ label, kind: 'below', lettersBefore, ...below }] : [];
    });
  });
}

const STRENGTH: readonly DetailLabel[] = ['gross', 'partial', 'payable', 'total'];
const JOINT = /^[ .:,()/-]{0,2}(?:\d{1,2}(?:[.,]\d{1,2})? ?%[ ():]{0,3})?$/;
/** A wider gap is between columns. */
const isJoined = (between: string): boolean => JOINT.test(between) && !between.includes('  ');

/** Labels of amounts that stand together are one: `Gesamtbetrag netto` is a part, `Summe inkl. MwSt.` is not. */
function joined({ line, labels }: LabelledLine): FoundLabel[] {
  const result: FoundLabel[] = [];
  for (const each of labels) {
    const last = result.at(-1);
    const [one, two] = [STRENGTH.indexOf(last?.label ?? 'other'), STRENGTH.indexOf(each.label)];
    if (last && one >= 0 && two >= 0 && isJoined(line.folded.slice(last.to, each.from)))
      result.splice(-1, 1, { label: one < two ? last.label : each.label, from: last.from, to: each.to });
    else result.push(each);
  }
  return result;
}

type Below = Pick<Place, 'from' | 'line' | 'to'>;

/** The cell under a label: in the same place of the row, or the nearest one; or the only one of the line. */
function belowOf(
  { line }: LabelledLine,
  label: FoundLabel,
  labels: readonly FoundLabel[],
  { line: next, labels: labelsBelow }: LabelledLine,
): Below | undefined {
  const heads = cellsOf(line.folded);
  const cells = cellsOf(next.folded);
  const [first] = cells;
  if (!first) return undefined;
  const column = heads.findIndex(({ from, to }) => from <= label.from && to >= label.to);
  if (heads.length === 1) {
    if (labels.length === 1 && cells.length === 1)
      return labelsBelow.length === 0 && isLabelOnly(line, labels) ? { line: next, ...first } : undefined;
    return ofWords(line, labels, label, next);
  }
  const cell = cells.length === heads.length ? cells[column] : nearest(cells, label, heads);
  return cell && { line: next, from: cell.from, to: cell.to };
}

function isLabelOnly({ folded }: Line, [label]: readonly FoundLabel[]): boolean {
  return label !== undefined && NOTHING.test(folded.slice(0, label.from)) && NOTHING.test(folded.slice(label.to));
}

/** The cell whose middle is nearest to the label, if it is under no other head. */
function nearest(cells: readonly Cell[], label: FoundLabel, heads: readonly Cell[]): Cell | undefined {
  const middle = (label.from + label.to) / 2;
  const overlapping = cells.filter(({ from, to }) => from < label.to && to > label.from);
  if (overlapping.length === 1) return overlapping[0];
  const [best] = cells.toSorted((one, other) => distance(one, middle) - distance(other, middle));
  if (!best) return undefined;
  const [head] = heads.toSorted(
    (one, other) => distance(one, (best.from + best.to) / 2) - distance(other, (best.from + best.to) / 2),
  );
  return head && head.from <= label.from && head.to >= label.to ? best : undefined;
}

/** `Rechnungsnr Datum Kundennr` over `4711 12.03.2024 10023`, where recognition has lost the columns. */
function ofWords(line: Line, labels: readonly FoundLabel[], label: FoundLabel, next: Line): Below | undefined {
  let rest = line.folded;
  for (const { from, to } of labels) rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  const words = [...next.folded.matchAll(/\S+/g)];
  if (!NOTHING.test(rest) || words.length !== labels.length) return undefined;
  const word = words[labels.indexOf(label)];
  return word && { line: next, from: word.index, to: word.index + word[0].length };
}

/** Labels on lines of their own, and then as many values: the labels of a column, read before its values. */
function inBlock(lines: readonly LabelledLine[], at: number, labels: readonly FoundLabel[]): Below | undefined {
  if (labels.length !== 1) return undefined;
  const isAlone = (index: number): boolean => {
    const each = lines[index];
    return each?.labels.length === 1 && isLabelOnly(each.line, each.labels);
  };
  if (!isAlone(at)) return undefined;
  let [first, last] = [at, at];
  while (isAlone(first - 1) && last - first < MOST_BLOCK) first -= 1;
  while (isAlone(last + 1) && last - first < MOST_BLOCK) last += 1;
  const size = last - first + 1;
  if (size < 2) return undefined;
  const values = lines.slice(last + 1, last + 1 + size);
  if (values.length < size || values.some((each) => each.labels.length > 0)) return undefined;
  const value = lines[last + 1 + (at - first)]?.line;
  return value && { line: value, from: 0, to: value.folded.length };
}

export function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
