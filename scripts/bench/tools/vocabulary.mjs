// Words by their rank: the lower the rank, the more frequent the word. No word is listed, all are computed.
const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';
const ACCENTED = { a: 'á', e: 'é', i: 'í', o: 'ö', u: 'ü' };
const SYLLABLES = CONSONANTS.length * VOWELS.length;
/** So many of the most frequent words have two syllables, all others three. */
const SHORT = 50;
const FIRST_IDEOGRAPH = 0x4e00;
const ARABIC = 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي';

export const isAccented = (rank) => rank % 25 === 13;
export const isNumber = (rank) => rank % 33 === 7;

export function latinWord(rank) {
  if (isNumber(rank)) return String(1_000 + ((rank * 7_919) % 8_999_000));
  const word = plainWord(rank);
  return isAccented(rank) ? word.replace(/[aeiou]/, (vowel) => ACCENTED[vowel]) : word;
}

/** Without its accent. */
export function plainWord(rank) {
  // The factors are primes that divide neither count of combinations, so no word comes twice.
  if (rank < SHORT) return syllables((rank * 4_099 + 17) % SYLLABLES ** 2, 2);
  return syllables((rank * 104_729 + 17) % SYLLABLES ** 3, 3);
}

export const ideograph = (rank) => String.fromCodePoint(FIRST_IDEOGRAPH + ((rank * 6_007) % 20_000));

export function arabicWord(rank) {
  let rest = (rank * 104_729 + 17) % ARABIC.length ** 4;
  let word = '';
  for (let letter = 0; letter < 4; letter += 1) {
    word += ARABIC[rest % ARABIC.length];
    rest = Math.trunc(rest / ARABIC.length);
  }
  return word;
}

function syllables(number, count) {
  let rest = number;
  let word = '';
  for (let place = 0; place < count; place += 1) {
    const syllable = rest % SYLLABLES;
    rest = Math.trunc(rest / SYLLABLES);
    word += CONSONANTS[syllable % CONSONANTS.length] + VOWELS[Math.trunc(syllable / CONSONANTS.length)];
  }
  return word;
}
