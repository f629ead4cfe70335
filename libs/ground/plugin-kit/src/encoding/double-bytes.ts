/** Encodings of two bytes a character, with the first bytes of their frequent characters. */
const DOUBLE = [
  // What Chinese text has in equal parts, Korean has in the lower half only.
  { encoding: 'euc-kr', first: 0xb0, last: 0xc8, fewest: 5 },
  { encoding: 'gbk', first: 0xb0, last: 0xd7, fewest: 1 },
  { encoding: 'big5', first: 0xa4, last: 0xc6, fewest: 2 },
];
/** Below that of one byte a character in which every letter is frequent: Cyrillic may look like Chinese. */
const WORTH = 0.8;

interface Guess {
  encoding: string;
  /** At most 1. */
  worth: number;
}

/** How well a text in Chinese, Japanese or Korean is read in an encoding for it; none for what is not valid in it. */
export function doubleByteGuesses(sample: Buffer): Guess[] {
  const japanese = japaneseEncoding(sample);
  const others = DOUBLE.map(({ encoding, first, last, fewest }) => {
    const { characters, frequent } = countPairs(sample, { first, last, isWide: encoding === 'big5' });
    return { encoding, worth: characters < fewest ? 0 : WORTH * (frequent / characters) };
  });
  return [...(japanese === undefined ? [] : [{ encoding: japanese, worth: WORTH }]), ...others].filter(
    ({ worth }) => worth > WORTH / 2,
  );
}

function countPairs(
  sample: Buffer,
  { first, last, isWide }: { first: number; last: number; isWide: boolean },
): { characters: number; frequent: number } {
  let [characters, frequent] = [0, 0];
  for (let at = 0; at < sample.length; at += 1) {
    const lead = sample[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = sample[at + 1];
    at += 1;
    // A character that is cut at the end.
    if (trail === undefined) break;
    const isPair =
      lead > 0xa0 && lead < 0xff && ((trail > 0xa0 && trail < 0xff) || (isWide && trail >= 0x40 && trail < 0x7f));
    if (!isPair) return { characters: 0, frequent: 0 };
    characters += 1;
    const isPunctuation = lead <= 0xa3;
    if (isPunctuation || (lead >= first && lead <= last)) frequent += 1;
  }
  return { characters, frequent };
}

/** Short Japanese texts mislead statistics; syllable signs (kana) or lead bytes that other encodings hardly use tell. */
function japaneseEncoding(sample: Buffer): string | undefined {
  for (const encoding of ['shift_jis', 'euc-jp']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
      const foreign = text.match(/[^\0-\x7f]/g)?.length ?? 0;
      const kana = text.match(/[\u3041-\u30fe]/g)?.length ?? 0;
      const han = text.match(/[\u4e00-\u9fff]/g)?.length ?? 0;
      const isTelling =
        (kana >= 2 && kana > foreign * 0.15) ||
        (encoding === 'shift_jis' && han >= 2 && hasLowLeadBytes(sample) && !isInLatinWords(text));
      if (isTelling && kana + han > foreign * 0.7) return encoding;
    } catch {
      // not this one
    }
  }
  return undefined;
}

/** A letter of DOS and the one behind it may look like a sign. */
function isInLatinWords(text: string): boolean {
  return /[A-Za-z][\u4e00-\u9fff]/.test(text);
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
