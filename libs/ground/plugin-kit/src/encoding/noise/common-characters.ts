/** The first bytes of the characters that writers of an encoding took for the common ones. */
const COMMON = [
  { encoding: 'gbk', first: 0xb0, last: 0xd7, from: 0xa1 },
  { encoding: 'big5', first: 0xa4, last: 0xc6, from: 0x40 },
  { encoding: 'shift_jis', first: 0x88, last: 0x98, from: 0x40 },
  { encoding: 'euc-kr', first: 0xb0, last: 0xc8, from: 0xa1 },
];
const LAST = 0xfe;
const FEWEST = 30;
const FEWEST_SLAVIC = 100;
/** Texts have 95 %; what was read in a wrong encoding has a half, and any character a fifth to a third. */
const LEAST_COMMON = 0.8;
const CHARACTER = /[\p{sc=Han}\p{sc=Hangul}]/gu;
/** Narrow kana stand in bills and bank statements, where numbers and words are around them. */
const NARROW_KANA = /[\uff61-\uff9f]/g;
/** Letters of which languages write words with at most one capital, or with nothing else. */
const PAIR_OF_LETTERS = /(?<=\p{L})[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}]/gu;
const CAPITAL_INSIDE = /(?<=\p{Ll})(?=[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}])\p{Lu}/gu;
/** Letters of Slavic languages. The rare ones are up to 12 % of a text in one, and 16 % or more in a wrong encoding. */
const SLAVIC = /[\u0400-\u045f\u0490\u0491]/g;
const RARE = /[йфщъэцшжюхё]/gi;
const MOST_RARE = 0.15;
/** Languages of Asia have letters of their own, and others are frequent in them. */
const OF_OTHERS = /[\u0460-\u048f\u0492-\u052f]/g;
const MOST_OF_OTHERS = 0.005;
/** Names such as those of firms; in a wrong encoding it is a fifth. */
const MOST_CAPITALS = 0.08;

let common: ReadonlySet<string> | undefined;

/** False when the characters of a script are not those that its languages are written with, or not as they are. */
export function hasCommonCharacters(text: string): boolean {
  return hasCommonSigns(text) && hasCapitalsInFront(text) && isSlavic(text);
}

/** True also when there are too few letters. */
function isSlavic(text: string): boolean {
  const letters = text.match(SLAVIC)?.length ?? 0;
  if (letters < FEWEST_SLAVIC || (text.match(OF_OTHERS)?.length ?? 0) > letters * MOST_OF_OTHERS) return true;
  return (text.match(RARE)?.length ?? 0) <= letters * MOST_RARE;
}

function hasCapitalsInFront(text: string): boolean {
  const pairs = text.match(PAIR_OF_LETTERS)?.length ?? 0;
  return pairs < FEWEST || (text.match(CAPITAL_INSIDE)?.length ?? 0) <= pairs * MOST_CAPITALS;
}

function hasCommonSigns(text: string): boolean {
  const characters = text.match(CHARACTER) ?? [];
  if (characters.length < FEWEST) return true;
  common ??= readCommon();
  const known = common;
  const others = text.match(NARROW_KANA)?.length ?? 0;
  return characters.filter((each) => known.has(each)).length >= (characters.length + others) * LEAST_COMMON;
}

function readCommon(): Set<string> {
  return new Set(
    COMMON.flatMap(({ encoding, first, last, from }) => {
      const bytes = [];
      for (let lead = first; lead <= last; lead += 1)
        for (let trail = from; trail <= LAST; trail += 1) bytes.push(lead, trail);
      return [...new TextDecoder(encoding).decode(Uint8Array.from(bytes))];
    }),
  );
}
