import type { Line } from '#automation/date-detection';
import { ibansIn } from './iban.js';
import type { Place } from './labelled-places.js';

export interface FoundText {
  value: string;
  line: Line;
  from: number;
  confidence: number;
}

const LEAD = /^[\s:.#°*=()\-–—]{0,12}(?:(?:ist|lautet|is|est|es|e)\s)?/u;
const TOKEN = /^[\p{L}\d|][\p{L}\d/_.\-+|]{0,39}/u;
/** A prefix of its own: `FV 12/01/2025`. */
const PREFIX = /^\p{L}{1,4}$/u;
const NEVER_PREFIX =
  /^(?:tva|vat|ust|iva|btw|mwst|nip|date|data|dato|tel|fax|vom|von|du|del|van|per|of|und|and|et|the|le|la|nr|no|p)$/u;
const DATE = /^(?:\d{1,2}[.-]\d{1,2}[.-](?:\d{4}|\d\d)|\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4})$/;
const DATE_BY_SLASHES = /^\d{1,2}\/\d{1,2}\/\d{4}$/;
const AMOUNT_BEHIND = /^,\d\d(?!\d)/;
/** `4400 118 273`: groups of digits up to the end of the line or of the column. */
const GROUPS = /^(?: \d{2,5}){1,5}(?=$| {2})/;
const SURE = { behind: 0.95, below: 0.9, afterTitle: 0.75 } as const;
const LEAST_DIGITS_AFTER_TITLE = 3;

/** The number at a place of a label, in the letters of the original line. */
export function numberAt(place: Place): FoundText | undefined {
  const { line, from, to, kind, label } = place;
  const area = line.folded.slice(from, to);
  const lead = LEAD.exec(area)?.[0].length ?? 0;
  let rest = area.slice(lead);
  let token = trimmed(TOKEN.exec(rest)?.[0] ?? '');
  let length = token.length;
  if (PREFIX.test(token) && !NEVER_PREFIX.test(token)) {
    const gap = /^\.?\s/.exec(rest.slice(token.length))?.[0] ?? '';
    const number = gap === '' ? '' : trimmed(TOKEN.exec(rest.slice(token.length + gap.length))?.[0] ?? '');
    if (!/\d/.test(number) || DATE.test(number) !== DATE_BY_SLASHES.test(number)) return undefined;
    length = token.length + gap.length + number.length;
    token = number;
  } else {
    if (!/\d/.test(token)) return undefined;
    if (DATE.test(token) && !(DATE_BY_SLASHES.test(token) && label === 'invoice' && kind === 'behind'))
      return undefined;
    rest = rest.slice(token.length);
    if (AMOUNT_BEHIND.test(rest) || /^ ?(?:%|€|eur\b)/.test(rest)) return undefined;
    if (/^\d+$/.test(token)) length += GROUPS.exec(rest)?.[0].length ?? 0;
  }
  const at = from + lead;
  if (ibansIn(line.folded).some((iban) => at < iban.to && at + length > iban.from)) return undefined;
  if (label === 'title' && !isAfterTitle(place, token)) return undefined;
  const value = originalOf(line, at, at + length).replaceAll(/\s+/g, ' ');
  return { value, line, from: at, confidence: label === 'title' ? SURE.afterTitle : SURE[kind] };
}

/** `Rechnung 4711`, but not `Rechnung 2024` or `in der Rechnung 12 Positionen`. */
function isAfterTitle({ kind, lettersBefore, line, from }: Place, token: string): boolean {
  const digits = token.match(/\d/g)?.length ?? 0;
  if (kind === 'below' || lettersBefore > 0 || digits < LEAST_DIGITS_AFTER_TITLE || /^(?:19|20)\d\d$/.test(token))
    return false;
  return /^[ :.#-]{0,3}[\p{L}\d]/u.test(line.folded.slice(from));
}

/** Without marks that end a sentence or stand before a name. */
function trimmed(token: string): string {
  let end = token.length;
  while (end > 0 && /[./_\-+|]/.test(token[end - 1] ?? '')) end -= 1;
  return token.slice(0, end);
}

/** Folding keeps the length of most lines, and their places with it. */
export function originalOf({ original, folded }: Line, from: number, to: number): string {
  return original.length === folded.length ? original.slice(from, to) : folded.slice(from, to).toUpperCase();
}

/** The value that all places agree on, with the surest of them; undefined when they differ. */
export function agreed(found: readonly FoundText[]): FoundText | undefined {
  const ranked = found.toSorted((one, other) => other.confidence - one.confidence);
  const [best] = ranked;
  if (!best) return undefined;
  const key = (value: string): string => value.replaceAll(/[\s.-]/g, '').toLowerCase();
  // What follows a title gives way to what has a label of its own.
  const rival = ranked.find(({ value, confidence }) => {
    return key(value) !== key(best.value) && confidence >= SURE.below === best.confidence >= SURE.below;
  });
  return rival ? undefined : best;
}
