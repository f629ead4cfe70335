import { isRow, kindOf, scoreOf, SURE, type Kind } from './certainty.js';
import type { DateFinding } from './date-finding.js';
import type { DateLabel } from './date-labels.js';
import { readingOf } from './date-reading.js';
import { fold } from './fold.js';
import { labelOf } from './label-of-date.js';
import { mailDate } from './mail-date.js';
import { excerptOf, linesOf, LONGEST_EXCERPT, type Line, type TextPart } from './text-lines.js';
import {
  isoDay,
  isRealDay,
  writtenDates,
  type DateOrder,
  type DateReading,
  type WrittenDate,
} from './written-dates.js';

export interface DetectionOptions {
  /** The name of the file. */
  name: string;
  /** The day the document came in, as `YYYY-MM-DD`: it can hardly be of a later one. */
  received: string;
  /** What the archive says about English documents and others that do not show it. */
  order?: DateOrder | undefined;
  /** Given for a mail: the time zone of its day, as an IANA name. */
  mailTimeZone?: string | undefined;
}

/** Further dates of a text are not looked at. */
const MOST_DATES = 300;
const MOST_IN_LINE = 10;
const LONGEST_NAME = 1_000;
/** Below it, no date is better than this one. */
const SURE_ENOUGH = 0.6;
const DAY_MS = 86_400_000;
const DAYS_OF_YEAR = 366;

interface Candidate {
  date: WrittenDate;
  line: Line;
  /** Its place among the lines that are not blank. */
  at: number;
  score: number;
  label: DateLabel | undefined;
  kind: Kind;
}

export interface Detection {
  /** Undefined where no date is sure enough. */
  finding: DateFinding | undefined;
  /** The best date may be read in two ways, and nothing but {@link DetectionOptions.order} decides. */
  dependsOnOrder: boolean;
}

/** The date of a document, by its text and the name of its file. */
export function detectDate(parts: readonly TextPart[], options: DetectionOptions): Detection {
  const { received, mailTimeZone: timeZone } = options;
  const ofMail = timeZone === undefined ? undefined : mailDate(parts, { received, timeZone });
  if (ofMail) return { finding: ofMail, dependsOnOrder: false };
  const lines = parts.flatMap(linesOf);
  const { reading, dependsOnOrder } = readingOf(lines, options);
  const candidates = scored(lines, reading, options);
  const finding = best(candidates, ofName(options, reading), options);
  return { finding, dependsOnOrder: dependsOnOrder && lines.some(({ folded }) => TWO_NUMBERS.test(folded)) };
}

/** What may be a date of two readings. */
const TWO_NUMBERS = /(?<![\d./-])\d{1,2}[/-]\d{1,2}[/-]\d\d/;

function scored(lines: readonly Line[], reading: DateReading, { received }: DetectionOptions): Candidate[] {
  const candidates: Candidate[] = [];
  const dated = lines.map((line) => ({ line, dates: writtenDates(line.folded, reading, MOST_IN_LINE) }));
  const rows = dated.filter(({ line, dates: [first] }) => first && isRow(line, first)).length;
  const years = new Set(dated.flatMap(({ dates }) => dates.flatMap(({ year }) => year ?? [])));
  for (const [at, { line, dates }] of dated.entries()) {
    for (const [index, written] of dates.entries()) {
      if (candidates.length >= MOST_DATES) return candidates;
      const date = written.year === undefined ? withYear(written, years, received) : written;
      if (date.year === undefined) continue;
      const [previous, next] = [dates[index - 1], dates[index + 1]];
      const above = dated[at - 1];
      const undatedAbove = above?.dates.length === 0 ? above.line : undefined;
      const place = { line, written, previous, next, undatedAbove, at, rows, lines: lines.length };
      const label = labelOf(place);
      const kind = kindOf(place, label);
      candidates.push({ date, line, at, label, kind, score: scoreOf(place, label, kind) });
    }
  }
  return withoutLists(candidates);
}

/** Many dates without a label are a list of something else. */
function withoutLists(candidates: readonly Candidate[]): Candidate[] {
  const isUnlabelled = ({ label, score }: Candidate) => label === undefined && score > SURE.unknownLabel;
  const days = new Set(candidates.filter(isUnlabelled).map(({ date }) => isoDay(date)));
  if (days.size < DAYS_OF_LIST) return [...candidates];
  return candidates.map((each) => (isUnlabelled(each) ? { ...each, score: SURE.listed } : each));
}

const DAYS_OF_LIST = 4;

/** The latest year of the text in which this day was not after the document came in; else the year before that. */
function withYear(date: WrittenDate, years: ReadonlySet<number>, received: string): WrittenDate {
  const current = Number(received.slice(0, 4));
  const possible = [...years, current, current - 1].filter((year) => isoDay({ ...date, year }) <= received);
  const inText = possible.filter((year) => years.has(year));
  const year = Math.max(...(inText.length > 0 ? inText : possible));
  return Number.isFinite(year) && isRealDay(year, date.month, date.day) ? { ...date, year, isShortYear: true } : date;
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

function plausible({ date, label, score }: Candidate, { received }: DetectionOptions): number {
  const ahead = daysBetween(received, isoDay(date));
  if (ahead > 1) return label === 'issue' || label === 'date' ? (ahead <= DAYS_OF_YEAR ? score * 0.75 : 0) : 0;
  const isOld = -ahead > 40 * DAYS_OF_YEAR;
  return isOld && label === undefined ? score - 0.3 : score;
}

/** Names say when a file was made: the day of the document, or that of its scan. */
function ofName({ name, received }: DetectionOptions, reading: DateReading): DateFinding | undefined {
  const folded = fold(name.slice(0, LONGEST_NAME)).replaceAll('_', ' ');
  const isOfDevice = /scan|img|dsc|screenshot|whatsapp|bildschirm|photo|pxl|vid/.test(folded);
  const found = writtenDates(folded, reading, MOST_IN_LINE).find(
    ({ year, isAmbiguous }) => year !== undefined && !isAmbiguous,
  );
  if (!found || daysBetween(received, isoDay(found)) > 1) return undefined;
  const confidence = isOfDevice ? 0.65 : found.isShortYear ? 0.75 : 0.85;
  return { day: isoDay(found), foundIn: 'name', line: null, excerpt: name.slice(0, LONGEST_EXCERPT), confidence };
}

function best(
  candidates: readonly Candidate[],
  inName: DateFinding | undefined,
  options: DetectionOptions,
): DateFinding | undefined {
  const ranked = candidates
    .map((candidate) => ({ ...candidate, day: isoDay(candidate.date), score: plausible(candidate, options) }))
    .sort((one, other) => other.score - one.score);
  const [first] = ranked;
  if (!first || first.score < SURE_ENOUGH) return inName;
  if (first.date.isAmbiguous) return inName;
  const rival = ranked.find(({ day }) => day !== first.day);
  if (isUnsure(first, rival)) return inName;
  let confidence = first.score;
  if (first.date.isShortYear) confidence -= 0.03;
  if (rival && first.score - rival.score < 0.05) confidence -= 0.12;
  if (inName && inName.day === first.day) confidence = Math.max(confidence, inName.confidence) + 0.03;
  else if (inName && inName.confidence > first.score) return inName;
  confidence = Math.round(Math.min(confidence, 0.99) * 100) / 100;
  if (confidence < SURE_ENOUGH) return inName;
  const { date, line, day } = first;
  return { day, foundIn: 'text', line: line.number, excerpt: excerptOf(line, date.from), confidence };
}

/** Two dates of which each may be that of something else: none is better than the wrong one. */
function isUnsure(first: Candidate, rival: Candidate | undefined): boolean {
  return rival !== undefined && [first, rival].every(({ kind }) => UNSURE_KINDS.has(kind)) && first.kind === rival.kind;
}

const UNSURE_KINDS: ReadonlySet<Kind> = new Set<Kind>(['qualifiedDate', 'reference', 'order']);
