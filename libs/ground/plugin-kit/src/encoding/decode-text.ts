import { decodeAs } from './decode-as.js';
import { guessEncoding, type EncodingHint } from './guess-encoding.js';

const SAMPLE = 64 * 1024;
const LAST_RESORT = 'windows-1252';

/**
 * The characters of a text in any common encoding. `hint` has the encoding that the text names, which is not believed
 * when the text is valid UTF-8 or its letters make no sense in it.
 */
export function decodeText(bytes: Buffer, hint: EncodingHint = {}): string {
  const { named } = hint;
  const marked = encodingByMark(bytes) ?? utf16WithoutMark(bytes.subarray(0, SAMPLE));
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  if (named !== undefined && isSevenBitEncoding(named)) return decodeAs(named, bytes) ?? bytes.toString('latin1');
  try {
    // `stream` forgives a character that was cut at the end.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return mostlyUtf8(bytes) ?? decodeAs(guessEncoding(bytes, hint) ?? LAST_RESORT, bytes) ?? '';
  }
}

/** Such encodings, and UTF-16, must be named: their bytes look like ASCII. */
export function isSevenBitEncoding(named = ''): boolean {
  return /^iso-2022-jp|^utf-?16/i.test(named);
}

/** With a few broken characters it is better read as UTF-8. */
function mostlyUtf8(bytes: Buffer): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes);
  let [broken, whole] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\ufffd') broken += 1;
    else if (sign > '\x7f') whole += 1;
  }
  return whole > broken * 4 ? text : undefined;
}

function encodingByMark(bytes: Buffer): string | undefined {
  if (bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xefbbbf) return 'utf-8';
  if (bytes.length < 2) return undefined;
  return { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' }[bytes.readUInt16BE(0)];
}

/** Latin text in UTF-16 has a zero in nearly every pair, always on the same side. */
function utf16WithoutMark(sample: Buffer): string | undefined {
  const pairs = sample.length >> 1;
  if (pairs < 2) return undefined;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (sample[at] === 0) even += 1;
    if (sample[at + 1] === 0) odd += 1;
  }
  if (odd > pairs * 0.7 && even < pairs * 0.05) return 'utf-16le';
  return even > pairs * 0.7 && odd < pairs * 0.05 ? 'utf-16be' : undefined;
}
