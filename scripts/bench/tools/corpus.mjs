// The documents of the measured archive, each computed from its number: equal in every run and on every machine.
import { randomNumbers, Zipf } from './zipf.mjs';
import { arabicWord, ideograph, isAccented, isNumber, latinWord, plainWord } from './vocabulary.mjs';

/** Grows with every change of the corpus: archives that were kept from an earlier one are loaded again. */
export const CORPUS_VERSION = 3;
export const SMALL_ORGANIZATIONS = 200;
const SHARE_OF_LARGE = 0.8;
const TRASHED = 0.02;
const TAGGED = 0.65;
const DATED = 0.7;
const HAS_PROPERTY = 0.5;
/** Words of a text of average length, for the share of texts that have a word. */
const WORDS_OF_A_TEXT = 320;
const LEAST_LENGTH = 1_000;
const MOST_LENGTH = 8_000;
const MEAN_ABOVE_LEAST = 1_400;
export const YEAR = 365.25 * 24 * 3_600_000;
/** The newest document is of this time, the oldest of five years before. */
export const NEWEST = Date.UTC(2026, 0, 1);
export const YEARS = 5;
export const YEARS_OF_DATES = 10;
export const KINDS = ['contract', 'invoice', 'letter', 'note', 'offer', 'order', 'receipt', 'report'];

const words = new Zipf(200_000, 1.07);
const ideographs = new Zipf(5_000, 1);

/** The tags of an organization; the first one is the large one. */
export const tagsOf = (organization) => (organization === 0 ? 200 : 20);
export const tagName = (tag) => `Topic${tag}`;

export function createdAt(number, total) {
  return new Date(NEWEST - ((total - number) / total) * YEARS * YEAR);
}

export function documentOf(number, total) {
  const random = randomNumbers(number);
  const organization = random() < SHARE_OF_LARGE ? 0 : 1 + Math.trunc(random() * SMALL_ORGANIZATIONS);
  const script = random();
  const write = script < 0.9 ? latinText : script < 0.96 ? cjkText : arabicText;
  return {
    number,
    organization,
    createdAt: createdAt(number, total),
    isTrashed: random() < TRASHED,
    documentDate: random() < DATED ? new Date(NEWEST - random() * YEARS_OF_DATES * YEAR) : null,
    tags: random() < TAGGED ? drawTags(random, tagsOf(organization)) : [],
    properties: {
      select: random() < HAS_PROPERTY ? Math.trunc(random() * KINDS.length) : null,
      number: random() < HAS_PROPERTY ? Math.trunc(random() * 1_000_000) / 100 : null,
      boolean: random() < HAS_PROPERTY ? random() < 0.5 : null,
      text: random() < HAS_PROPERTY ? `Ref ${Math.trunc(random() * 10_000)}` : null,
      date: random() < HAS_PROPERTY ? new Date(NEWEST - random() * YEARS_OF_DATES * YEAR) : null,
    },
    name: `${write(random, 8 + random() * 12)
      .replaceAll(/[.。\s]+/g, ' ')
      .trim()} ${number}.txt`,
    content: write(random, Math.min(MOST_LENGTH, LEAST_LENGTH - Math.log(1 - random()) * MEAN_ABOVE_LEAST)),
  };
}

/** A text as it would be uploaded, of average length. */
export function aText(seed) {
  return latinText(randomNumbers(0x40000000 + seed), LEAST_LENGTH + MEAN_ABOVE_LEAST);
}

/** A word that is in about this share of the Latin texts. Words of other `place`s are as frequent, or a little less. */
export function wordIn(share, { accented = false, place = 0 } = {}) {
  let rank = words.rankOfShare(share, WORDS_OF_A_TEXT);
  for (let left = place; ; rank += 1) {
    if (isNumber(rank) || isAccented(rank) !== accented) continue;
    if (left === 0) return plainWord(rank);
    left -= 1;
  }
}

/** Two ideographs that follow each other in most of the texts without spaces. */
export const ideographPair = () => ideograph(1) + ideograph(2);

function latinText(random, length) {
  let text = '';
  let inSentence = 0;
  while (text.length < length) {
    const word = latinWord(words.draw(random));
    text += inSentence === 0 ? word[0].toUpperCase() + word.slice(1) : word;
    inSentence += 1;
    if (random() < 0.08) {
      text += random() < 0.1 ? '.\n' : '. ';
      inSentence = 0;
    } else text += ' ';
  }
  return text.trimEnd();
}

/** Three bytes each, so a third of the characters. */
function cjkText(random, length) {
  let text = '';
  while (text.length < length / 3) text += random() < 0.06 ? '。' : ideograph(ideographs.draw(random));
  return text;
}

function arabicText(random, length) {
  let text = '';
  while (text.length < length / 2) text += `${arabicWord(words.draw(random))}${random() < 0.08 ? '. ' : ' '}`;
  return text.trimEnd();
}

/** One to three; the lower the number of a tag, the more documents have it. */
function drawTags(random, count) {
  const drawn = Array.from({ length: 1 + Math.trunc(random() * 3) }, () => Math.trunc(random() ** 2 * count));
  return [...new Set(drawn)];
}
