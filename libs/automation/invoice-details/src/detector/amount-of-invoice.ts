import type { Line } from '#automation/date-detection';
import { lettersIn, type Place } from './labelled-places.js';
import { amountsIn, currencyOf, type WrittenAmount } from './written-amounts.js';

export interface FoundAmount {
  value: number;
  currency: string | undefined;
  line: Line;
  from: number;
  confidence: number;
}

const SURE = { gross: 0.95, payable: 0.95, total: 0.9, inSentence: 0.65 } as const;
const DIFFERENT = 0.1;
const LETTERS_OF_SENTENCE = { before: 30, between: 25, behind: 20 };

/**
 * The total of a document with its taxes. Parts, taxes and what was paid have labels of their own, so that the largest of
 * the labelled totals is the one with everything in it: what is left to be paid is never more.
 */
export function amountOf(places: readonly Place[], lines: readonly Line[]): FoundAmount | undefined {
  const found = places.flatMap((place) => amountAt(place) ?? []);
  const text = lines.map(({ folded }) => folded).join('\n');
  const known = found.map((each) => ({ ...each, currency: currencyOf(each.currency, text) }));
  const currencies = new Set(known.flatMap(({ currency }) => currency ?? []));
  if (currencies.size > 1) return undefined;
  const ranked = known.toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value));
  const positive = ranked.filter(({ value }) => value !== 0);
  const [best] = positive.filter(({ confidence }) => confidence > SURE.inSentence || positive.length === 1);
  if (!best) return undefined;
  const isSure = positive.every(({ value }) => value === best.value || Math.abs(value) < Math.abs(best.value));
  const currency = best.currency ?? [...currencies][0] ?? onlyCurrency(lines, text);
  return { ...best, currency, confidence: isSure ? best.confidence : best.confidence - DIFFERENT };
}

function amountAt({ label, line, from, to, kind, lettersBefore }: Place): FoundAmount | undefined {
  if (label !== 'gross' && label !== 'payable' && label !== 'total') return undefined;
  const amounts = amountsIn(line.folded).filter((amount) => amount.from >= from && amount.from < to);
  const amount = kind === 'below' ? amounts.at(-1) : chosen(amounts);
  if (!amount) return undefined;
  const [between, behind] = [line.folded.slice(from, amount.from), line.folded.slice(amount.to)];
  if (kind === 'behind' && (lettersIn(between) > LETTERS_OF_SENTENCE.between || /\d\)?$/.test(between)))
    return undefined;
  const isSentence =
    kind === 'behind' && (lettersBefore > LETTERS_OF_SENTENCE.before || lettersIn(behind) > LETTERS_OF_SENTENCE.behind);
  if (isSentence && label === 'total') return undefined;
  const { value, currency } = amount;
  return { value, currency, line, from: amount.from, confidence: isSentence ? SURE.inSentence : SURE[label] };
}

/** Of several amounts in a row the last one is the total, if it is the largest; of others the first one belongs to the label. */
function chosen(amounts: readonly WrittenAmount[]): WrittenAmount | undefined {
  const [first] = amounts;
  const last = amounts.at(-1);
  if (!first || !last || amounts.length === 1) return first;
  const isOneCurrency = new Set(amounts.flatMap(({ currency }) => currency ?? [])).size < 2;
  return isOneCurrency && amounts.every(({ value }) => value <= last.value) ? last : first;
}

/** That of all amounts that have one. */
function onlyCurrency(lines: readonly Line[], text: string): string | undefined {
  const all = new Set<string>();
  for (const { folded } of lines) {
    for (const { currency } of amountsIn(folded)) {
      const code = currencyOf(currency, text);
      if (code !== undefined) all.add(code);
    }
    const code = /(?<![\p{L}\d])(?:(eur|usd|gbp|chf|sek|nok|dkk|pln|czk|huf|ron)|([€£]))(?![\p{L}\d])/u.exec(folded);
    const named = code?.[1]?.toUpperCase() ?? (code?.[2] === '€' ? 'EUR' : code?.[2] && 'GBP');
    if (named) all.add(named);
  }
  return all.size === 1 ? [...all][0] : undefined;
}
