import { normalizeText } from './combining-marks.js';

/** Control characters and line separators. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/**
 * Marks that change the direction of the text around them, and characters without width. The two joiners stay: Persian,
 * Hindi and many emoji are written with them.
 */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+/gu;
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Most names: nothing has to be looked at in them. */
const PLAIN = /^[\x20-\x7e]*$/;
const SEPARATOR = /[/\\]/;
/** A name that is the way to a file. `Invoice 3/2026` is none. */
const PATH = /^(?:[/\\]|[a-z]:[/\\])|(?:^|[/\\])\.{1,2}(?:[/\\]|$)/i;

const LONGEST_FILE_NAME = 255;
const LONGEST_EXTENSION = 32;
/** With a letter: in `Invoice No.5` the number is a part of the name. */
const EXTENSION = /^\.\p{N}*\p{L}[\p{L}\p{N}]*$/u;

const LONGEST_ADDRESS = 320;
/** Permissive: a name without spaces and brackets, and a dotted domain or an address of the IP in brackets. */
const ADDRESS =
  /^[^\s<>()[\]\\,;:@"\p{Cc}\p{Cf}]{1,64}@(?:(?:[\p{L}\p{N}-]{1,63}\.){1,10}[\p{L}-]{2,63}|\[\d{1,3}(?:\.\d{1,3}){3}\])$/u;
const ADDRESS_OF_ANY_HOST = /^[^\s<>()[\]\\,;:@"\p{Cc}\p{Cf}]{1,64}@[\p{L}\p{N}.-]{1,253}$/u;

/** True for a text that is shown as one line, as it is written. */
export const isOneLine = (text: string): boolean => text.isWellFormed() && !UNFIT.test(text);

/**
 * The text as one line: without line breaks, control characters and what changes its direction, in the composed form of
 * its letters. Use it for every name and message from outside. Spaces at the ends stay.
 */
export function cleanLine(text: string, longest = Infinity): string {
  return cutToCharacters(cleaned(text, ' '), longest);
}

/**
 * The name of a file without its folders and anything that is not shown, cut before its extension; empty when nothing is
 * left.
 */
export function cleanFileName(name: string | undefined): string {
  const last = partsOf(name ?? '').at(-1) ?? '';
  if (last.length <= LONGEST_FILE_NAME) return last;
  const extension = extensionOf(last);
  return cutToCharacters(last, LONGEST_FILE_NAME, extension);
}

/**
 * The name that a person or a program gives a document. A slash is a part of it, but not the way to a file:
 * `../../x` is `x`.
 */
export function cleanDocumentName(name: string): string {
  return PATH.test(name) ? cleanFileName(name) : cleaned(name, '');
}

/** The name of a file in an archive with its folders, and without steps to other folders. */
export function cleanPath(name: string): string {
  return partsOf(name)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');
}

/** The end of a name from its last dot, when it looks like an extension: up to 31 letters and digits; otherwise empty. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  return extension.length <= LONGEST_EXTENSION && EXTENSION.test(extension) ? extension : '';
}

/** The beginning of a text, in whole characters, and the end that it keeps. */
export function cutToCharacters(text: string, most: number, end = ''): string {
  if (text.length <= most) return text;
  // A character has at most two UTF-16 units.
  const characters = Array.from(text.slice(0, 2 * most + 1));
  if (characters.length <= most) return text;
  return characters.slice(0, most - Array.from(end).length).join('') + end;
}

/** The beginning of a text in UTF-8, in whole characters. */
export function cutToBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let length = 0;
  let kept = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > most) break;
    kept += character;
  }
  return kept;
}

/** True for `user@example.com` and `user@[192.0.2.1]`. */
export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && text.isWellFormed() && ADDRESS.test(text);
}

/** True also for an address whose domain is a name in the own network: `name@mailhost`. */
export function isAddressOfAnyHost(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && text.isWellFormed() && ADDRESS_OF_ANY_HOST.test(text);
}

function cleaned(text: string, insteadOfControls: '' | ' '): string {
  if (PLAIN.test(text)) return text;
  return normalizeText(text.toWellFormed().replace(UNSEEN, '').replace(CONTROLS, insteadOfControls), 'NFC');
}

/** The parts of a path, clean; `..` and `.` at its end name no file. */
function partsOf(path: string): string[] {
  const parts = cleaned(path, '').split(SEPARATOR);
  const last = parts.at(-1);
  return last === '.' || last === '..' ? [...parts.slice(0, -1), ''] : parts;
}
