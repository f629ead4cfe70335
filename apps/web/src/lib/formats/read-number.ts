import { separators, type Separators } from './conventions';
import { plainDigits } from './digits';

const MINUS = /^[-\u2010-\u2015\u2212]/;
/** `$`, `US$`, `EUR`, `Fr.`; the number keeps no currency. */
const CURRENCY = String.raw`(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}|Fr\.|kr\.?)`;
const AROUND = new RegExp(`^(?:${CURRENCY} ?)?(.*?)(?: ?${CURRENCY})?$`, 'u');
const BY_THREE = /^\d{1,3}(?:(.)\d{3})(?:\1\d{3})*$/;
/** `12,34,567`, as in India. */
const BY_TWO = /^\d{1,2}(.)\d{2}(?:\1\d{2})*\1\d{3}$/;
const isGrouped = (text: string): boolean => BY_THREE.test(text) || BY_TWO.test(text);

/**
 * The values that a typed number or amount may have: none, one, or two, as `1,234` for someone who writes `1,5`. The
 * person's own separators count as such; others are accepted where they can mean one thing only.
 */
export function readNumber(typed: string, own: Separators = separators()): number[] {
  let text = plainDigits(typed)
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',');
  let isNegative = false;
  const sign = (): void => {
    if (isNegative || !MINUS.test(text)) return;
    isNegative = true;
    text = text.slice(1).trim();
  };
  sign();
  text = AROUND.exec(text)?.[1]?.trim() ?? '';
  sign();
  return plainForms(text.replace(/^\+/, ''), own)
    .filter(isExact)
    .map((plain) => Number(plain) * (isNegative ? -1 : 1) + 0);
}

/** The readings, as `1234.5`. */
function plainForms(text: string, own: Separators): string[] {
  if (/^\d+(?:\.\d+)?e[+-]?\d+$/i.test(text)) return [text];
  if (!/^(?:\d[\d., '’´`]*)?\d$|^[.,]\d+$/.test(text)) return [];
  // A space or an apostrophe is never a decimal mark.
  const spaced = /[ '’´`]/.exec(text)?.[0];
  if (spaced !== undefined) {
    const [whole = '', fraction, ...more] = text.split(/[.,]/);
    if (more.length > 0 || !isGrouped(whole) || /\D/.test(fraction ?? '')) return [];
    return [joined(whole, fraction)];
  }
  const marks = text.replace(/\d/g, '');
  const last = marks.at(-1);
  if (last === undefined) return [text];
  const at = text.lastIndexOf(last);
  const [whole, fraction] = [text.slice(0, at), text.slice(at + 1)];
  if (marks.length > 1) {
    if (isGrouped(text)) return [joined(text)];
    return !whole.includes(last) && isGrouped(whole) ? [joined(whole, fraction)] : [];
  }
  const decimal = joined(whole, fraction);
  if (!BY_THREE.test(text) || whole.startsWith('0')) return [decimal];
  return last === own.group ? [joined(text)] : [decimal, joined(text)];
}

const joined = (whole: string, fraction = ''): string =>
  `${whole.replace(/\D/g, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`;

/** Whether a number of JavaScript keeps every digit. */
function isExact(plain: string): boolean {
  const value = Number(plain);
  if (!Number.isFinite(value)) return false;
  if (/e/i.test(plain)) return true;
  const kept = value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 100 });
  const [whole = '', fraction = ''] = plain.split('.');
  let end = fraction.length;
  while (fraction.charAt(end - 1) === '0') end -= 1;
  return kept === whole.replace(/^0+(?=\d)/, '') + (end === 0 ? '' : `.${fraction.slice(0, end)}`);
}
