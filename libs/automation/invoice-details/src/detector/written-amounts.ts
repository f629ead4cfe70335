/** An amount as it stands in a folded line. */
export interface WrittenAmount {
  from: number;
  to: number;
  value: number;
  /** The code or sign that stands next to it. */
  currency: string | undefined;
}

/** Codes of ISO 4217 that are read. */
const CODES =
  'eur usd gbp chf sek nok dkk isk pln czk huf ron bgn rsd try cad aud nzd jpy cny inr brl mxn zar sgd hkd ils uah aed sar';
const NAMES: Readonly<Record<string, string>> = {
  ...{
    '€': 'EUR',
    '£': 'GBP',
    $: '$',
    us$: 'USD',
    ca$: 'CAD',
    c$: 'CAD',
    a$: 'AUD',
    au$: 'AUD',
    r$: 'BRL',
    '₹': 'INR',
  },
  ...{
    euro: 'EUR',
    euros: 'EUR',
    zł: 'PLN',
    zl: 'PLN',
    kc: 'CZK',
    kr: 'kr',
    ft: 'HUF',
    lei: 'RON',
    tl: 'TRY',
    '₺': 'TRY',
  },
  ...{ sfr: 'CHF', fr: 'CHF', '₴': 'UAH', '₪': 'ILS', rs: 'INR' },
  ...Object.fromEntries(CODES.split(' ').map((code) => [code, code.toUpperCase()])),
};
const CURRENCY = Object.keys(NAMES)
  .sort((one, other) => other.length - one.length)
  .map((name) => name.replaceAll('$', String.raw`\$`))
  .join('|');

/** Groups of three with one sign between them, or digits; then a comma or point and two digits, or a dash. */
const GROUPS = [String.raw`\.`, ',', ' ', "['’´]"].map((sign) => String.raw`(?:${sign}\d{3}){1,4}`).join('|');
const NUMBER = String.raw`\d{1,3}(?:${GROUPS})(?!\d)|\d{1,9}(?!\d)`;
const AMOUNT = new RegExp(
  String.raw`(?<![\d.,/:]|\d-)(-)?(${NUMBER})(?:([.,])(\d\d|-{1,2}|—|–)(?![.,]?\d|[/-]\d))?(-(?![\d\p{L}]))?`,
  'gu',
);
const IN_FRONT = new RegExp(String.raw`(?<![\p{L}\d])(${CURRENCY})\.?[ :]{0,2}(-?)$`, 'u');
const BEHIND = new RegExp(String.raw`^ {0,2}(${CURRENCY})(?![\p{L}\d])`, 'u');
const LONGEST_CURRENCY = 8;

/** The amounts of a folded line: numbers with two places behind the comma, or next to a currency. */
export function amountsIn(line: string): WrittenAmount[] {
  const found: WrittenAmount[] = [];
  for (const { 0: text, 1: minus, 2: whole = '', 3: point, 4: places, 5: minusBehind, index } of line.matchAll(
    AMOUNT,
  )) {
    const to = index + text.length;
    if (/^ ?%/.test(line.slice(to, to + 2))) continue;
    const front = IN_FRONT.exec(line.slice(Math.max(0, index - LONGEST_CURRENCY), index));
    const behind = BEHIND.exec(line.slice(to, to + LONGEST_CURRENCY));
    const name = behind?.[1] ?? front?.[1];
    const hasPlaces = point !== undefined;
    // A whole number is an amount only next to a currency.
    if (!hasPlaces && name === undefined) continue;
    if (whole.length > 1 && /^0\d/.test(whole)) continue;
    const cents = /^\d\d$/.test(places ?? '') ? `.${places}` : '';
    const size = Number(whole.replaceAll(/\D/g, '') + cents);
    const isNegative = minus !== undefined || minusBehind !== undefined || front?.[2] === '-';
    const currency = name === undefined ? undefined : NAMES[name];
    found.push({ from: index, to: behind ? to + behind[0].length : to, value: isNegative ? -size : size, currency });
  }
  return found;
}

/** Words of countries whose currency is written `kr`. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/\bsek\b|fakturadatum|forfallo|att betala|leveransdatum|bankgiro|plusgiro|kundnummer|kundnr/u, 'SEK'],
  [/\bnok\b|\bmva\b|\ba betale|forfalls|utestaende/u, 'NOK'],
  [/\bdkk\b|\bat betale|\bcvr\b|forfald|betales senest|skyldigt|modtagels/u, 'DKK'],
  [/\bisk\b|\bvsk\b/u, 'ISK'],
];
const DOLLARS = /\b(cad|aud|nzd|sgd|hkd|mxn)\b/u;

/** The code of a currency by its sign, with what the folded text says about signs of several currencies. */
export function currencyOf(sign: string | undefined, text: string): string | undefined {
  if (sign === '$') return DOLLARS.exec(text)?.[1]?.toUpperCase() ?? 'USD';
  if (sign !== 'kr') return sign;
  const possible = HINTS.filter(([hint]) => hint.test(text)).map(([, code]) => code);
  return possible.length === 1 ? possible[0] : undefined;
}
