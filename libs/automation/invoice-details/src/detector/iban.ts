/** How long the accounts of each country are, by ISO 13616: that is where an IBAN ends which others words follow. */
const LENGTHS =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 ' +
  'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
  'LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ' +
  'ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20';
const LENGTH_OF = new Map(LENGTHS.split(' ').map((each) => [each.slice(0, 2).toLowerCase(), Number(each.slice(2))]));

const START = /(?<![\p{L}\d])[a-z]{2}[\doil|sb][\doil|sb]/gu;
/** Signs between the groups of four. */
const SEPARATOR = /[ .-]/;
const MOST_SEPARATORS = 12;
/** In countries whose accounts have digits only, letters were read wrongly. */
const DIGITS_ONLY = new Set('at be ch de dk es fi hr hu li no pl se si cz sk pt'.split(' '));
const LIKE_DIGITS: Readonly<Record<string, string>> = { o: '0', q: '0', i: '1', l: '1', '|': '1', s: '5', b: '8' };

export interface WrittenIban {
  /** Without spaces, in capital letters. */
  iban: string;
  from: number;
  to: number;
  /** Letters that recognition takes for digits are digits in `iban`. */
  isRepaired: boolean;
}

/**
 * The valid IBANs of a folded line. That their ends are known from the country and their sum of digits is checked here is
 * why no library does it: those check a text that is an IBAN or is not.
 */
export function ibansIn(line: string): WrittenIban[] {
  const found: WrittenIban[] = [];
  let next = 0;
  for (const { 0: start, index: from } of line.matchAll(START)) {
    if (from < next) continue;
    const length = LENGTH_OF.get(start.slice(0, 2));
    const read = length === undefined ? undefined : readFrom(line, from, length);
    const iban = read && validOf(read.text);
    if (!read || iban === undefined) continue;
    found.push({ iban: iban.toUpperCase(), from, to: read.to, isRepaired: iban !== read.text });
    next = read.to;
  }
  return found;
}

function readFrom(line: string, from: number, length: number): { text: string; to: number } | undefined {
  let [text, at, separators] = ['', from, 0];
  while (text.length < length) {
    const sign = line[at] ?? '';
    if (/[a-z\d|]/.test(sign)) text += sign;
    else if (!SEPARATOR.test(sign) || (separators += 1) > MOST_SEPARATORS) return undefined;
    at += 1;
  }
  return /[a-z\d]/.test(line[at] ?? '') ? undefined : { text, to: at };
}

function validOf(text: string): string | undefined {
  if (isValid(text)) return text;
  const country = text.slice(0, 2);
  const rest = text.slice(2).replaceAll(/[oqil|sb]/g, (letter) => LIKE_DIGITS[letter] ?? letter);
  if (!DIGITS_ONLY.has(country) || !/^\d+$/.test(rest)) return undefined;
  return isValid(country + rest) ? country + rest : undefined;
}

/** ISO 7064, modulo 97: letters count as two digits. */
function isValid(text: string): boolean {
  if (!/^[a-z]{2}\d\d[a-z\d]+$/.test(text)) return false;
  let rest = 0;
  for (const sign of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** A text that is an IBAN and nothing else, without spaces and in capital letters. */
export function validIban(text: string): string | undefined {
  const plain = text.replaceAll(' ', '').toLowerCase();
  const isWhole = LENGTH_OF.get(plain.slice(0, 2)) === plain.length;
  return isWhole && isValid(plain) ? plain.toUpperCase() : undefined;
}
