import { analyse } from 'chardet';

const SAMPLE = 64 * 1024;
const LAST_RESORT = 'windows-1252';

/** Characters of a text file in any common encoding. `named` is the encoding the file itself names, if it does. */
export function decode(bytes: Buffer, named?: string): string {
  const marked = encodingByMark(bytes) ?? utf16WithoutMark(bytes.subarray(0, SAMPLE));
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  if (named !== undefined && isSevenBitEncoding(named)) return decoderFor(named)?.decode(bytes) ?? '';
  try {
    // `stream` forgives a character that was cut at the end.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return decodeLegacy(bytes, named);
  }
}

/** Such encodings, and UTF-16, must be named: their bytes look like ASCII. */
export function isSevenBitEncoding(named = ''): boolean {
  return /^iso-2022-jp|^utf-?16/i.test(named);
}

function decodeLegacy(bytes: Buffer, named: string | undefined): string {
  const sample = bytes.subarray(0, SAMPLE);
  const guesses = [named, japanese(sample), ...analyse(sample).map(({ name }) => name)];
  for (const guess of guesses) {
    if (guess === undefined || /^utf-?8$/i.test(guess)) continue;
    const decoder = decoderFor(guess);
    if (decoder !== undefined) return decoder.decode(bytes);
  }
  // Mostly UTF-8 with a few broken characters is better read as UTF-8.
  const utf8 = new TextDecoder('utf-8').decode(bytes);
  const broken = count(utf8, '\ufffd');
  return broken < utf8.length / 100 ? utf8 : new TextDecoder(LAST_RESORT).decode(bytes);
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}

function decoderFor(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding);
  } catch {
    return undefined;
  }
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

/** Short Japanese texts mislead statistics; syllable signs (kana) or lead bytes that other encodings hardly use tell. */
function japanese(sample: Buffer): string | undefined {
  for (const encoding of ['shift_jis', 'euc-jp']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
      const foreign = text.match(/[^\0-\x7f]/g)?.length ?? 0;
      const kana = text.match(/[\u3041-\u30fe]/g)?.length ?? 0;
      const han = text.match(/[\u4e00-\u9fff]/g)?.length ?? 0;
      const isTelling =
        (kana >= 2 && kana > foreign * 0.15) || (encoding === 'shift_jis' && han >= 4 && hasLowLeadBytes(sample));
      if (isTelling && kana + han > foreign * 0.7) return encoding;
    } catch {
      // not this one
    }
  }
  return undefined;
}

/** Most two-byte characters begin with 0x81 to 0x9F, where Western encodings have rare signs and Chinese ones nothing. */
function hasLowLeadBytes(sample: Buffer): boolean {
  let low = 0;
  let all = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const byte = sample[at] ?? 0;
    if (byte < 0x80) continue;
    all += 1;
    if (byte < 0xa0) low += 1;
    at += 1;
  }
  return low > all * 0.6;
}
