import { isQualifiedDate, type DateLabel } from './date-labels.js';
import { after, before, isConnector, lettersIn, LONGEST_LABEL, type Place } from './date-place.js';
import { NEVER } from './label-of-date.js';
import type { Line } from './text-lines.js';
import type { WrittenDate } from './written-dates.js';

/** What may follow a date and still belong to it: suffixes, times, marks. */
const AFTER_DATE =
  /^[\s.,)\]»"']*(?:г|р|года|року|d|th|kl|klo|um|at|ora|ore|uhr|[\d:.,\s]{4,})?[\s.)]*(?:,? ?(?:nr|no|№|n°|st|t)\.? ?[\p{L}\d/.-]{0,20}$)?/u;
const AMOUNT = /\d[.,]\d\d ?(?:[-+€$£]|\p{L}{2,3})?$/u;

/** A booking: a date, and an amount at the end of the line. */
export function isRow({ folded }: Line, { from, to }: WrittenDate): boolean {
  return from < 4 && AMOUNT.test(folded.slice(to).trimEnd());
}

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
export const SURE = {
  ...{ issue: 0.97, date: 0.93, issueInSentence: 0.72, dateInSentence: 0.43 },
  ...{
    aloneInHead: 0.86,
    titled: 0.8,
    reference: 0.63,
    order: 0.66,
    qualifiedDate: 0.8,
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

export type Kind = keyof typeof SURE;

export function scoreOf({ at }: Place, label: DateLabel | undefined, kind: Kind): number {
  if (NEVER.has(label)) return 0;
  return SURE[kind] - Math.min(at, MOST_LINES) * PER_LINE;
}

/** What a date is by its label and its place. */
export function kindOf(place: Place, label: DateLabel | undefined): Kind {
  const { line, written: date, at, rows, lines } = place;
  if (QUOTED.test(line.folded)) return 'quoted';
  if (rows > 1 && label !== 'issue' && isRow(line, date)) return 'booking';
  const words = before(place);
  const [left, right] = [lettersIn(words), after(place)];
  const behind = lettersIn(right.replace(AFTER_DATE, ''));
  const { behind: many, around, before: long } = LETTERS_OF_SENTENCE;
  const isSentence = behind > many || (behind > 0 && left > around) || left > long;
  if (label === 'issue') return isSentence ? 'issueInSentence' : 'issue';
  const isOfPlace = PLACE.test(words.replaceAll(/\s+/g, ' ').trim());
  if (label === 'date') {
    if (isSentence) return 'dateInSentence';
    return isQualifiedDate(words) && !isOfPlace ? 'qualifiedDate' : 'date';
  }
  const isHead = at < HEAD_LINES;
  const isTail = lines - at <= TAIL_LINES;
  if (isHead && !isSentence && (label === undefined || label === 'period') && isTitle(line, words))
    return REFERENCE.test(line.folded) ? 'reference' : 'titled';
  if (label === 'order') return isSentence ? 'inSentence' : 'order';
  if (label !== undefined) return 'otherLabel';
  if (isSentence) return 'inSentence';
  if (date.form === 'compact') return 'digitsOnly';
  if (TIME.test(right.replaceAll(/[\s,]+/g, ' ').trim()) && lines < LINES_OF_RECEIPT) return 'withTime';
  if (behind > 0) return isHead ? 'amongOthersInHead' : 'amongOthers';
  if (isConnector(line.folded.slice(0, date.from))) return isHead ? 'aloneInHead' : isTail ? 'aloneInTail' : 'alone';
  if (left === 0) return isHead ? 'amongOthersInHead' : 'amongOthers';
  if (words.trimEnd().endsWith(':')) return 'unknownLabel';
  if (isOfPlace) return isHead ? 'placeInHead' : isTail ? 'placeInTail' : 'place';
  const isShort =
    line.folded.length <= LONGEST_LABEL &&
    left <= LONGEST_PLACE &&
    words.trim().split(' ').length <= 3 &&
    right.trim() !== '.';
  if (!isShort) return 'inSentence';
  if (REFERENCE.test(words)) return 'reference';
  // `Version 3.11.20` is no date.
  if (date.isShortYear && date.form === 'numeric') return 'unknownLabel';
  return isHead || isTail ? 'nearPlace' : 'amongOthers';
}

const LONGEST_PLACE = 20;
/** `Hamburg, den`, `Fait à Lyon, le`, `Springfield, IL 62704,` */
const PLACE =
  /^[^.!?:]{1,50}[,،、](?: ?(?:den|le|li|a|el|il|on|the|dne|dna|dnia|dana|u|ngay|tanggal|em|bei|this)\.?)?$/u;

/** `Rechnung Nr. 4711 vom`, `АКТ № 45 от`, `118/`, `Rechnung vom`: the document, by its name or number, in front of its date. */
function isTitle({ folded }: Line, words: string): boolean {
  const tokens = words
    .replace(/\/$/, ' /')
    .split(' ')
    .filter((token) => token !== '');
  const ends = tokens.length;
  while (TITLE_ENDS.has(tokens.at(-1) ?? 'none')) tokens.pop();
  if (tokens.length < ends && tokens.length <= 2 && folded.trimStart().startsWith(words.trimStart()))
    if (KIND_OF_DOCUMENT.test(tokens[0] ?? '')) return true;
  return /\d$/.test(tokens.at(-1) ?? '') && tokens.slice(-TOKENS_OF_NUMBER).some((token) => NUMBER_SIGN.test(token));
}

const KIND_OF_DOCUMENT =
  /^(?:rechnung|gutschrift|bescheid|angebot|protokoll|kontoauszug|beschluss|urteil|zeugnis|facture|avoir|devis|releve|proces-verbal|factura|recibo|extracto|acta|fattura|bolletta|verbale|preventivo|fatura|recibo|factuur|nota|notulen|invoice|statement|minutes|report|faktura|protokol|rachunek|decyzja|umowa|szamla|lasku|paatos|zapis|racun|счет|акт|протокол|рахунок|фактура)$/u;
/** What a document refers to by number and date. */
const REFERENCE =
  /lieferschein|auftrag|bestell|vertrag|albaran|pedido|contrato|ddt|ordine|contratto|bon de|commande|contrat|order|contract|pakbon|zamowien|umow|wz |objednavk|smlouv|dodaci|aviz|comanda|contract|договор|договір|накладн|заказ|замовлен|narudzb|ugovor|otpremni|irsaliye|siparis|注文|契約|契约|合同|订单/u;

const TITLE_ENDS = new Set(
  '/ , - vom du del am le el il fecha data dato datum date dated of dated от від z ze van av af din od de dnia dne dna'.split(
    ' ',
  ),
);

const NUMBER_SIGN = /^(?:nr|no|num|nummer|numer|number|cislo|n°|№|#)/u;
const TOKENS_OF_NUMBER = 4;
const QUOTED = /^\s*>/;
