import { encodingOfCharacterSet } from '@archivolt/plugin-kit';

/** Encodings of Word 6 and 95, by the number of the language in its lower ten bits. */
const BY_LANGUAGE: Readonly<Record<number, string>> = {
  ...named('windows-1250', 0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24),
  ...named('windows-1251', 0x02, 0x19, 0x22, 0x23, 0x2f),
  ...named('windows-1253', 0x08),
  ...named('windows-1254', 0x1f),
  ...named('windows-1255', 0x0d),
  ...named('windows-1256', 0x01, 0x20, 0x29),
  ...named('windows-1257', 0x25, 0x26, 0x27),
  ...named('windows-874', 0x1e),
  ...named('shift_jis', 0x11),
  ...named('euc-kr', 0x12),
  ...named('gbk', 0x04),
};
export const WESTERN = 'windows-1252';
const SAMPLE_BYTES = 64 * 1024;

/**
 * The encoding of a file of Word 6 or 95. Programs that were sold in one country wrote English as the language of any text:
 * when most letters are outside of ASCII, it is the encoding of the first font that has another one.
 */
export function encodingOf(document: Buffer, textAt: number): string {
  const named = BY_LANGUAGE[document.readUInt16LE(6) & 0x3ff];
  if (named !== undefined) return named;
  const sample = document.subarray(textAt, textAt + SAMPLE_BYTES);
  let foreign = 0;
  let letters = 0;
  for (const byte of sample) {
    if (byte >= 0xc0) foreign += 1;
    else if (byte >= 0x41 && byte <= 0x7a) letters += 1;
  }
  return foreign > letters ? encodingOfFonts(document) : WESTERN;
}

function encodingOfFonts(document: Buffer): string {
  const start = document.readUInt32LE(0xd0);
  const fonts = document.subarray(start, start + document.readUInt32LE(0xd4));
  for (let at = 2; at + 5 < fonts.length; at += (fonts[at] ?? 0) + 1) {
    const encoding = encodingOfCharacterSet(fonts[at + 4] ?? 0);
    if (encoding !== undefined) return encoding;
  }
  return WESTERN;
}

function named(encoding: string, ...numbers: number[]): Record<number, string> {
  return Object.fromEntries(numbers.map((number) => [number, encoding]));
}
