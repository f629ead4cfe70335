import { isoDay, writtenDates, type DateReading, type Line, type WrittenDate } from '#automation/date-detection';
import { lettersIn, type LabelledLine, type Place } from './labelled-places.js';

export interface FoundDay {
  day: string;
  line: Line;
  from: number;
  confidence: number;
}

const SURE = { behind: 0.95, below: 0.92, sentence: 0.85, term: 0.8 } as const;
const MOST_IN_LINE = 10;
const MOST_LETTERS_BETWEEN = 14;
const DAY_MS = 86_400_000;
const LONGEST_TERM = 120;
/** After the day of the invoice; later ones are hardly meant. */
const MOST_DAYS = 400;
const CONTEXT = 120;

/** What says in front of a date, or behind it, that something is to be paid until then. The parts have a length. */
const IN_FRONT =
  /(?:zahl|uberweis|begleich|entricht|pay|remit|settle|regler|payer|regle|pagar|pague|abonar|liquidar|paga|versare|saldare|betal|voldoen|maks|zaplac|ureg|wplac|uhrad|zaplat)\p{L}{0,12}[^.!?]{0,80}(?:bis|by|until|before|avant|antes|hasta|entro|ate|voor|senest|innan|innen|uiterlijk|mennessa|do)(?: (?:zum|spatestens|spatestens zum|the|le|el|il|del|al|ao|den|dem|am|dnia|dne|latest|uiterlijk))?[ :]{0,2}$/u;
const DEBIT_BEHIND =
  /^[^.!?]{0,60}(?:abgebucht|eingezogen|fallig|zu zahlen|zur zahlung|collected|debited|preleve|cargar|addebitat|debitad|afgeschreven|incasso|ab\.|abgebucht\.)/u;
const DEBIT_IN_FRONT =
  /(?:buchen wir|ziehen wir|wird|prelevement|sera preleve|we will collect|will be (?:collected|debited)|se cargara|verra addebitato|sera debitado|wordt|incasseren wij|dras|trekkes|trekkes fra|fallig)[^.!?]{0,60}?(?:am|zum|on|le|el|il|em|op|den)? ?$/u;
const DISCOUNT = /skonto|discount|escompte|descuento|sconto|korting|rabat|alennus|slev/u;

/** Dates by which a document is to be paid, where it says so. */
export function dueDates(places: readonly Place[], lines: readonly LabelledLine[], reading: DateReading): FoundDay[] {
  const labelled = places.filter(({ label }) => label === 'due').flatMap((place) => labelledDay(place, reading) ?? []);
  return labelled.length > 0 ? labelled : lines.flatMap((_, at) => ofSentence(lines, at, reading));
}

function labelledDay({ line, from, to, kind }: Place, reading: DateReading): FoundDay | undefined {
  const dates = writtenDates(line.folded, reading, MOST_IN_LINE).filter((date) => date.from >= from && date.from < to);
  const [date] = dates;
  if (!date || !isWhole(date)) return undefined;
  const between = line.folded.slice(from, date.from);
  if (lettersIn(between) > MOST_LETTERS_BETWEEN || /\d/.test(between) || DISCOUNT.test(line.folded.slice(0, from)))
    return undefined;
  return { day: isoDay(date), line, from: date.from, confidence: SURE[kind] };
}

function ofSentence(lines: readonly LabelledLine[], at: number, reading: DateReading): FoundDay[] {
  const line = lines[at]?.line;
  if (!line) return [];
  const dates = writtenDates(line.folded, reading, MOST_IN_LINE);
  const above = lines[at - 1]?.line.folded.slice(-CONTEXT) ?? '';
  return dates.flatMap((date, index) => {
    if (!isWhole(date)) return [];
    const start = dates[index - 1]?.to ?? 0;
    const own = line.folded.slice(Math.max(start, date.from - CONTEXT), date.from);
    const before = start === 0 && own.length < CONTEXT ? `${above} ${own}`.slice(-CONTEXT) : own;
    const behind = line.folded.slice(date.to, dates[index + 1]?.from ?? date.to + CONTEXT);
    const isDue = IN_FRONT.test(before) || (DEBIT_IN_FRONT.test(before) && DEBIT_BEHIND.test(behind));
    if (!isDue || DISCOUNT.test(behind.slice(0, 40))) return [];
    return [{ day: isoDay(date), line, from: date.from, confidence: SURE.sentence }];
  });
}

const isWhole = ({ year, isAmbiguous }: WrittenDate): boolean => year !== undefined && isAmbiguous !== true;

const TERM =
  /(?<![\d.,])(\d{1,3}) ?(?:tage|tagen|days|jours|dias|giorni|dagen|dagar|dage|dager|paivaa|paivan|dni|dnu)(?!\p{L})/gu;
const NET = /\bnet (\d{1,3})\b/gu;
const FROM_INVOICE =
  /(?:ab|nach|from|of|after|date|fecha|data|da|na|fran|fra|od|laskun|ab dem)[ ,]{1,2}(?:dem |der |the |de |da |la |del |della )?(?:rechnungs\p{L}*|rechnung|invoice date|date of (?:the )?invoice|invoice|facture|factura|fattura|fatura|factuurdatum|fakturadatum|fakturadato|data da fatura|data wystawienia|daty wystawienia|data vystaveni|paivayks\p{L}*)|date of (?:the )?invoice|net (?:\d{1,3})\b/u;

/**
 * The day of a term, such as `30 days from the date of the invoice`: only where the text says what it counts from, it is
 * the only term of the document, and the date of the invoice is known.
 */
export function dayOfTerm(lines: readonly LabelledLine[], issued: string | undefined): FoundDay | undefined {
  if (issued === undefined) return undefined;
  const terms = lines.flatMap(({ line }) => {
    const found = [...line.folded.matchAll(TERM), ...line.folded.matchAll(NET)];
    return found.map(({ 1: days = '', index }) => ({ days: Number(days), line, from: index }));
  });
  const [term] = terms;
  if (!term || terms.some(({ days }) => days !== term.days) || term.days < 1 || term.days > LONGEST_TERM)
    return undefined;
  const sure = terms.find(({ line }) => FROM_INVOICE.test(line.folded) && !DISCOUNT.test(line.folded));
  if (!sure) return undefined;
  const day = new Date(Date.parse(issued) + sure.days * DAY_MS).toISOString().slice(0, 10);
  return { day, line: sure.line, from: sure.from, confidence: SURE.term };
}

/** The one day that is left when those before the invoice and much later ones are gone; undefined for several. */
export function onlyDay(found: readonly FoundDay[], issued: string | undefined): FoundDay | undefined {
  const possible = found.filter(({ day }) => {
    if (issued === undefined) return true;
    const days = (Date.parse(day) - Date.parse(issued)) / DAY_MS;
    return days >= 0 && days <= MOST_DAYS;
  });
  const [first] = possible;
  return possible.every(({ day }) => day === first?.day) ? first : undefined;
}
