import { isUtf8 } from 'node:buffer';
import { decodeAs } from '@archivolt/plugin-kit';

/** A line of a calendar or an address card: `DTSTART;TZID=Europe/Berlin:20261125T100000`. */
export interface ContentLine {
  /** In upper case, without the group in front of it. */
  name: string;
  /** As they stand in the line, from the first semicolon. */
  parameters: string;
  /** Decoded, but with its escapes; empty when it is a file in base64. */
  value: string;
}

const QUOTED_PRINTABLE = /[;=]QUOTED-PRINTABLE/i;
const BASE64 = /[;=](?:B|BASE64)(?:;|$)/i;
const WESTERN = 'windows-1252';
const LONGEST_PARAMETERS = 4_000;

/** The lines, of which some are folded into several. Lines that are none of the format are left out. */
export function* contentLines(text: string): Generator<ContentLine> {
  for (let at = 0; at < text.length;) {
    const pieces: string[] = [];
    let end = lineEnd(text, at);
    pieces.push(lineAt(text, at, end));
    // A line that begins with a blank continues the one before it.
    while (isBlank(text[end + 1])) {
      const next = end + 2;
      end = lineEnd(text, next);
      pieces.push(lineAt(text, next, end));
    }
    // So does, in cards of the old version, the one after a `=` at the end.
    while (pieces.at(-1)?.endsWith('=') === true && end < text.length && QUOTED_PRINTABLE.test(headOf(pieces))) {
      const next = end + 1;
      end = lineEnd(text, next);
      pieces.push(`\n${lineAt(text, next, end)}`);
    }
    at = end + 1;
    const line = parsed(pieces.join(''));
    if (line !== undefined) yield line;
  }
}

/** The value in which escapes are replaced by what they stand for. */
export function plainValue(value: string): string {
  return value.replaceAll(/\\([^])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign));
}

/** The parts of a value with several, such as an address, without the empty ones. */
export function valueParts(value: string): string[] {
  const parts = value.match(/(?:\\[^]|[^\\;])+/g) ?? [];
  return parts.map((part) => plainValue(part).trim()).filter((part) => part !== '');
}

export function parameterOf({ parameters }: ContentLine, name: string): string | undefined {
  const found = new RegExp(`;${name}=(?:"([^"]*)"|([^;]*))`, 'i').exec(parameters.slice(0, LONGEST_PARAMETERS));
  return found?.[1] ?? found?.[2];
}

function parsed(line: string): ContentLine | undefined {
  const colon = valueStart(line);
  if (colon < 0) return undefined;
  const semicolon = line.indexOf(';');
  const nameEnd = semicolon >= 0 && semicolon < colon ? semicolon : colon;
  const name = line
    .slice(0, nameEnd)
    .replace(/^[^.]{1,100}\./, '')
    .trim()
    .toUpperCase();
  if (!/^[A-Z\d-]{1,100}$/.test(name)) return undefined;
  const parameters = line.slice(nameEnd, colon);
  return { name, parameters, value: decodedValue(parameters, line.slice(colon + 1)) };
}

/** The first colon outside of quotes; of a line with a quote too few, the first one. */
function valueStart(line: string): number {
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === ':' && !isQuoted) return at;
  }
  return line.indexOf(':');
}

function decodedValue(parameters: string, value: string): string {
  const known = parameters.slice(0, LONGEST_PARAMETERS);
  if (BASE64.test(known)) return '';
  if (!QUOTED_PRINTABLE.test(known)) return value;
  const latin = Buffer.from(value.replaceAll(/=[ \t]*\n/g, ''), 'utf8').toString('latin1');
  const bytes = latin.replaceAll(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  const decoded = Buffer.from(bytes, 'latin1');
  // A value is too short to guess its encoding.
  const named = isUtf8(decoded) ? 'utf-8' : (/;CHARSET=([\w-]+)/i.exec(known)?.[1] ?? WESTERN);
  return decodeAs(named, decoded) ?? decodeAs(WESTERN, decoded) ?? '';
}

function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found < 0 ? text.length : found;
}

function lineAt(text: string, from: number, end: number): string {
  return text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end);
}

function isBlank(sign: string | undefined): boolean {
  return sign === ' ' || sign === '\t';
}

function headOf([first = '']: readonly string[]): string {
  const known = first.slice(0, LONGEST_PARAMETERS);
  return known.slice(0, known.indexOf(':') + 1);
}
