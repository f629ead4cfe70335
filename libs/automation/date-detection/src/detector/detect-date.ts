import { labelIn, type DateLabel } from './date-labels.js';
import { orderOfCountry, orderOfLanguage } from './document-language.js';
import { fold } from './fold.js';
import { isRealDay, writtenDates, type DateOrder, type DateReading, type WrittenDate } from './written-dates.js';

/** Where a date was found. */
export interface DateFinding {
  /** `YYYY-MM-DD` */
  day: string;
  foundIn: 'name' | 'text';
  /** Counted from 1; null in a name. */
  line: number | null;
  /** The line, or its part around the date. */
  excerpt: string;
  /** From 0 to 1. */
  confidence: number;
}

export interface DetectionOptions {
  /** The name of the file. */
  name: string;
  /** The day the document came in, as `YYYY-MM-DD`: it can hardly be of a later one. */
  received: string;
  /** What the archive says about English documents and others that do not show it. */
  order?: DateOrder | undefined;
}

/** What is looked at of a text, in UTF-16 units: dates of documents are near their beginning or their end. */
export const HEAD_LENGTH = 24_000;
export const TAIL_LENGTH = 8_000;
/** Further dates of a text are not looked at. */
const MOST_DATES = 300;
const MOST_IN_LINE = 10;
const LONGEST_LINE = 2_000;
const LONGEST_EXCERPT = 100;
const LONGEST_NAME = 1_000;
/** Below it, no date is better than this one. */
const SURE_ENOUGH = 0.6;
const MONTHS = 12;
const DAY_MS = 86_400_000;
const DAYS_OF_YEAR = 366;

interface Line {
  number: number;
  original: string;
  folded: string;
}

interface Candidate {
  date: WrittenDate;
  line: Line;
  /** Its place among the lines that are not blank. */
  at: number;
  score: number;
  label: DateLabel | undefined;
}

/** What is looked at of a text: its beginning and, if it is long, its end. */
export interface TextPart {
  text: string;
  /** The number of its first line in the text, from 1. */
  firstLine: number;
}

export interface Detection {
  /** Undefined where no date is sure enough. */
  finding: DateFinding | undefined;
  /** The best date may be read in two ways, and nothing but {@link DetectionOptions.order} decides. */
  dependsOnOrder: boolean;
}

/** The date of a document, by its text and the name of its file. */
export function detectDate(parts: readonly TextPart[], options: DetectionOptions): Detection {
  const lines = parts.flatMap(linesOf);
  const { reading, dependsOnOrder } = readingOf(lines, options);
  const candidates = scored(lines, reading, options);
  const finding = best(candidates, ofName(options, reading), options);
  return { finding, dependsOnOrder: dependsOnOrder && lines.some(({ folded }) => TWO_NUMBERS.test(folded)) };
}

/** The parts of a whole text that are looked at. */
export function partsOf(text: string): TextPart[] {
  if (text.length <= HEAD_LENGTH + TAIL_LENGTH) return [{ text, firstLine: 1 }];
  const tail = text.length - TAIL_LENGTH;
  let firstLine = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < tail; at = text.indexOf('\n', at + 1)) firstLine += 1;
  return [
    { text: text.slice(0, HEAD_LENGTH), firstLine: 1 },
    { text: text.slice(tail), firstLine },
  ];
}

function linesOf({ text, firstLine }: TextPart): Line[] {
  const folded = fold(text).split('\n');
  return text.split('\n').flatMap((line, index) => {
    const original = line.slice(0, LONGEST_LINE);
    if (original.trim() === '') return [];
    return [{ number: firstLine + index, original, folded: (folded[index] ?? '').slice(0, LONGEST_LINE) }];
  });
}

/** What may be a date of two readings. */
const TWO_NUMBERS = /(?<![\d./-])\d{1,2}[/-]\d{1,2}[/-]\d\d/;

function readingOf(
  lines: readonly Line[],
  { received, order }: DetectionOptions,
): { reading: DateReading; dependsOnOrder: boolean } {
  const text = lines.map(({ folded }) => folded).join('\n');
  const known = orderShown(lines) ?? orderOfLanguage(text);
  const reading = {
    latestYear: Number(received.slice(0, 4)),
    isThai: IS_THAI.test(text),
    isCroatian: IS_CROATIAN.test(text) && !text.includes('ł'),
    order: known ?? order ?? orderOfCountry(text),
  };
  return { reading, dependsOnOrder: known === undefined };
}

const IS_THAI = /[\u0e00-\u0e7f]/;
const IS_CROATIAN = /đ|racun|izdavanj|ugovor|placanj/;
const NUMERIC = /(?<![\d./-])(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)(?![\d/-])/g;

/** `13/07/2026` shows how its document writes dates. */
function orderShown(lines: readonly Line[]): DateOrder | undefined {
  let [dayFirst, monthFirst] = [0, 0];
  for (const { folded } of lines)
    for (const { 1: first, 2: second } of folded.matchAll(NUMERIC)) {
      if (Number(first) > MONTHS && Number(second) <= MONTHS) dayFirst += 1;
      if (Number(second) > MONTHS && Number(first) <= MONTHS) monthFirst += 1;
    }
  if (dayFirst === monthFirst) return undefined;
  return dayFirst > monthFirst ? 'day-first' : 'month-first';
}

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
      candidates.push({ date, line, at, label, score: scoreOf(place, label) });
    }
  }
  return withoutLists(candidates);
}

/** Many dates without a label are a list of something else. */
function withoutLists(candidates: readonly Candidate[]): Candidate[] {
  const isUnlabelled = ({ label, score }: Candidate) => label === undefined && score > SURE.unknownLabel;
  const days = new Set(candidates.filter(isUnlabelled).map(({ date }) => dayOf(date)));
  if (days.size < DAYS_OF_LIST) return [...candidates];
  return candidates.map((each) => (isUnlabelled(each) ? { ...each, score: SURE.listed } : each));
}

const DAYS_OF_LIST = 4;

interface Place {
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
const LONGEST_LABEL = 60;

/** The words in front of a date on its line, up to the date or the field before. */
function before({ line, written: { from }, previous }: Place): string {
  const text = line.folded.slice(Math.max(previous?.to ?? 0, from - LONGEST_LABEL), from);
  let field = 0;
  for (const { 0: gap, index: gapAt } of text.trimEnd().matchAll(FIELD)) field = gapAt + gap.length;
  return text.slice(field);
}

function after({ line: { folded }, written: { to }, next }: Place): string {
  return folded.slice(to, Math.min(next?.from ?? folded.length, to + LONGEST_LABEL));
}

/** Words with one space between them, without marks around them. */
function tidy(text: string): string {
  return text.replaceAll(/[\s.:«"„“]+/g, ' ').trim();
}

const RANGE =
  /^(?:-|–|—|~|〜|to|bis|au|al|a|tot|t\/m|do|til|till|through|から|至|부터|đen|sampai|الى|до|по|εως|עד)(?: (?:zum|den|le|el|il))?$/u;
/** What may follow a date and still belong to it: suffixes, times, marks. */
const AFTER_DATE = /^[\s.,)\]»"']*(?:г|р|года|року|d|th|kl|klo|um|at|ora|ore|uhr|[\d:.,\s]{4,})?[\s.)]*/u;
const LETTERS = /\p{L}/gu;

function lettersIn(text: string): number {
  return text.match(LETTERS)?.length ?? 0;
}

const BEHIND: readonly (readonly [RegExp, DateLabel])[] = [
  [/^[\s).]*(?:生|出生|생|dogumlu|года рождения|року народження|г\.? ?р\.?\b|р\. ?н\.)/u, 'birth'],
  [/^[\s).]*(?:まで|까지|迄|前)/u, 'due'],
  [/^[\s).]*(?:から|より|부터|起|tarihinde|napjatol|付|자 |tarihli|napjan|に公布|公布|공포|の)/u, 'law'],
];

function labelOf(place: Place): DateLabel | undefined {
  const { line, written, previous, next } = place;
  const behind = after(place);
  if (next && RANGE.test(tidy(behind))) return 'period';
  if (previous && RANGE.test(tidy(line.folded.slice(previous.to, written.from)))) return 'period';
  for (const [expression, label] of BEHIND) if (expression.test(behind)) return label;
  const words = before(place);
  if (!isConnector(words)) return labelIn(words);
  return labelAbove(place);
}

/** Words that belong to a date and say nothing about it. */
const CONNECTORS = new Set(',den,der,le,li,a,el,il,du,vom,am,on,of,the,this,dne,dna,dnia,dana,ngay,от,від'.split(','));

function isConnector(words: string): boolean {
  return CONNECTORS.has(tidy(words.replaceAll(',', ' ')));
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

interface Cell {
  text: string;
  from: number;
  to: number;
}

function cellsOf(text: string): Cell[] {
  return [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: cell, index }) => ({
    text: cell,
    from: index,
    to: index + cell.length,
  }));
}

const distance = ({ from, to }: Cell, middle: number): number => Math.abs((from + to) / 2 - middle);

const AMOUNT = /\d[.,]\d\d ?(?:[-+€$£]|\p{L}{2,3})?$/u;

/** A booking: a date, and an amount at the end of the line. */
function isRow({ folded }: Line, { from, to }: WrittenDate): boolean {
  return from < 4 && AMOUNT.test(folded.slice(to).trimEnd());
}

const NEVER: ReadonlySet<DateLabel | undefined> = new Set(['birth', 'due', 'valid']);
const HEAD_LINES = 15;
const TAIL_LINES = 6;
/** A receipt is no longer. */
const LINES_OF_RECEIPT = 80;
const TIME = /^(?:(?:um|at|kl\.?|klo|ora|ore|h) )?\d{1,2}[:.h]\d\d(?![\d.])/u;
/** Of two equal dates the upper one is better. */
const PER_LINE = 0.0005;
const MOST_LINES = 100;
const LETTERS_OF_SENTENCE = { behind: 12, around: 12, before: 40 };

/** How sure a date is by its label and its place, from 0 to 1: measured on the half of the labelled set that is for it. */
const SURE = {
  ...{ issue: 0.97, date: 0.93, issueInSentence: 0.72, dateInSentence: 0.43 },
  ...{
    aloneInHead: 0.86,
    titled: 0.8,
    nearPlace: 0.7,
    unknownLabel: 0.3,
    listed: 0.4,
    aloneInTail: 0.82,
    alone: 0.55,
    placeInHead: 0.84,
    placeInTail: 0.86,
    place: 0.5,
  },
  ...{ withTime: 0.84, amongOthersInHead: 0.62, amongOthers: 0.3 },
  ...{ inSentence: 0.25, booking: 0.2, digitsOnly: 0.2, otherLabel: 0.1, quoted: 0.1 },
} as const;

function scoreOf(place: Place, label: DateLabel | undefined): number {
  if (NEVER.has(label)) return 0;
  return SURE[kindOf(place, label)] - Math.min(place.at, MOST_LINES) * PER_LINE;
}

function kindOf(place: Place, label: DateLabel | undefined): keyof typeof SURE {
  const { line, written: date, at, rows, lines } = place;
  if (QUOTED.test(line.folded)) return 'quoted';
  if (rows > 1 && label !== 'issue' && isRow(line, date)) return 'booking';
  const words = before(place);
  const [left, right] = [lettersIn(words), after(place)];
  const behind = lettersIn(right.replace(AFTER_DATE, ''));
  const { behind: many, around, before: long } = LETTERS_OF_SENTENCE;
  const isSentence = behind > many || (behind > 0 && left > around) || left > long;
  if (label === 'issue') return isSentence ? 'issueInSentence' : 'issue';
  if (label === 'date') return isSentence ? 'dateInSentence' : 'date';
  if (label !== undefined) return 'otherLabel';
  if (isSentence) return 'inSentence';
  if (date.form === 'compact') return 'digitsOnly';
  if (TIME.test(right.replaceAll(/[\s,]+/g, ' ').trim()) && lines < LINES_OF_RECEIPT) return 'withTime';
  const isHead = at < HEAD_LINES;
  const isTail = lines - at <= TAIL_LINES;
  if (behind > 0) return isHead ? 'amongOthersInHead' : 'amongOthers';
  if (isConnector(line.folded.slice(0, date.from))) return isHead ? 'aloneInHead' : isTail ? 'aloneInTail' : 'alone';
  if (left === 0) return isHead ? 'amongOthersInHead' : 'amongOthers';
  if (isHead && isTitle(words)) return 'titled';
  if (words.trimEnd().endsWith(':')) return 'unknownLabel';
  if (PLACE.test(words.replaceAll(/\s+/g, ' ').trim()))
    return isHead ? 'placeInHead' : isTail ? 'placeInTail' : 'place';
  const isShort =
    line.folded.length <= LONGEST_LABEL &&
    left <= LONGEST_PLACE &&
    words.trim().split(' ').length <= 3 &&
    right.trim() !== '.';
  if (!isShort) return 'inSentence';
  return isHead || isTail ? 'nearPlace' : 'amongOthers';
}

const LONGEST_PLACE = 20;
/** `Hamburg, den`, `Fait à Lyon, le`, `Springfield, IL 62704,` */
const PLACE =
  /^[^.!?:]{1,50}[,،、](?: ?(?:den|le|li|a|el|il|on|the|dne|dna|dnia|dana|u|ngay|tanggal|em|bei|this)\.?)?$/u;
/** `Rechnung Nr. 4711 vom`, `АКТ № 45 от`: the number of the document in front of its date. */
function isTitle(words: string): boolean {
  const tokens = words.split(' ').filter((token) => token !== '');
  while (TITLE_ENDS.has(tokens.at(-1) ?? 'none')) tokens.pop();
  return /\d$/.test(tokens.at(-1) ?? '') && tokens.slice(-TOKENS_OF_NUMBER).some((token) => NUMBER_SIGN.test(token));
}

const TITLE_ENDS = new Set('/ , - vom du del of dated от від z ze van av af din od de dnia dne dna'.split(' '));
const NUMBER_SIGN = /^(?:nr|no|num|nummer|numer|number|cislo|n°|№|#)/u;
const TOKENS_OF_NUMBER = 4;

const QUOTED = /^\s*>/;

/** The latest year of the text in which this day was not after the document came in; else the year before that. */
function withYear(date: WrittenDate, years: ReadonlySet<number>, received: string): WrittenDate {
  const current = Number(received.slice(0, 4));
  const possible = [...years, current, current - 1].filter((year) => dayOf({ ...date, year }) <= received);
  const inText = possible.filter((year) => years.has(year));
  const year = Math.max(...(inText.length > 0 ? inText : possible));
  return Number.isFinite(year) && isRealDay(year, date.month, date.day) ? { ...date, year, isShortYear: true } : date;
}

function dayOf({ year, month, day }: Pick<WrittenDate, 'day' | 'month' | 'year'>): string {
  const [y, m, d] = [year ?? 0, month, day];
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

function plausible({ date, label, score }: Candidate, { received }: DetectionOptions): number {
  const ahead = daysBetween(received, dayOf(date));
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
  if (!found || daysBetween(received, dayOf(found)) > 1) return undefined;
  const confidence = isOfDevice ? 0.65 : found.isShortYear ? 0.75 : 0.85;
  return { day: dayOf(found), foundIn: 'name', line: null, excerpt: name.slice(0, LONGEST_EXCERPT), confidence };
}

function best(
  candidates: readonly Candidate[],
  inName: DateFinding | undefined,
  options: DetectionOptions,
): DateFinding | undefined {
  const ranked = candidates
    .map((candidate) => ({ ...candidate, day: dayOf(candidate.date), score: plausible(candidate, options) }))
    .sort((one, other) => other.score - one.score);
  const [first] = ranked;
  if (!first || first.score < SURE_ENOUGH) return inName;
  if (first.date.isAmbiguous) return inName;
  const rival = ranked.find(({ day }) => day !== first.day);
  let confidence = first.score;
  if (first.date.isShortYear) confidence -= 0.03;
  if (rival && first.score - rival.score < 0.05) confidence -= 0.12;
  if (inName && inName.day === first.day) confidence = Math.max(confidence, inName.confidence) + 0.03;
  else if (inName && inName.confidence > first.score) return inName;
  confidence = Math.round(Math.min(confidence, 0.99) * 100) / 100;
  if (confidence < SURE_ENOUGH) return inName;
  const { date, line, day } = first;
  return { day, foundIn: 'text', line: line.number, excerpt: excerptOf(line, date), confidence };
}

function excerptOf({ original }: Line, { from }: WrittenDate): string {
  const text = original.trim();
  if (text.length <= LONGEST_EXCERPT) return text;
  const start = Math.max(0, Math.min(from - LONGEST_EXCERPT / 2, text.length - LONGEST_EXCERPT));
  return text.slice(start, start + LONGEST_EXCERPT);
}
