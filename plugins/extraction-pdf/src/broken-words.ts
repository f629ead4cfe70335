/** Hyphens that pdfium marks as made by the end of a line, and other ones at the end of a line. */
const LINE_END = /[\u0002\uFFFE]\s*|(?<=[\p{L}\p{N}])[-\u2010]\n(?=[\p{L}\p{N}])/gu;
const OF_WORD = /[\p{L}\p{N}\p{M}]/u;
/** Stands for the break in a word, which is not known. */
const BREAK = '\0';
const WORD = /[\p{L}\p{N}\p{M}\0]+(?:[-\u2010][\p{L}\p{N}\p{M}\0]+)*/gu;
const LONGEST_PART = 60;
const MOST_KNOWN = 50_000;
/** Forms that are added to a page. */
const MOST_ADDED = 100;
const SHORTEST_LAST = 3;
const CAPITALS = /^[\p{Lu}\p{M}]{2,}$/u;
const STARTS_NEW = /^[\p{Lu}\p{Lt}\p{N}]/u;
/** `Haupt- und Nebenkosten`: the hyphen stands for the rest of the word. */
const AND = new Set(['und', 'oder', 'bzw', 'beziehungsweise', 'sowie']);
/** First and last parts of words with a hyphen. Without one of them, most breaks are between syllables. */
const FIRST_PARTS = listed(
  'après avant contre cost cross decision demi double ex first five four full grand half hand hard heavy high large life light long low lower mid multi new ' +
    'nicht nine non north old one open part peut porte post quasi real rendez right second self semi seven short single six small so sous south state ten ' +
    'third three top two ultra upper user vice vize water well west wide year',
);
const LAST_PARTS = listed(
  'and art based being born bound built called date days dealing defined dire driven edge effective elle elles employed free friendly going ils included inclusive ' +
    'known law level like long made making moi moyen même mêmes nous of off old out owned paid party proof related resistant scale setting sided sized ' +
    'specific standing style term the time timed toi tout type up versa vis vous wide wise year years être',
);

function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** The words of a document, as they stand within lines: they tell how a word at the end of a line is written. */
export class KnownWords {
  readonly #words = new Set<string>();

  add(text: string): void {
    for (const [word] of text.replace(LINE_END, BREAK).matchAll(WORD)) {
      if (this.#words.size >= MOST_KNOWN) return;
      if (!word.includes(BREAK)) this.#words.add(word.toLowerCase());
    }
  }

  has(word: string): boolean {
    return this.#words.has(word.toLowerCase());
  }
}

/**
 * Joins words that are broken at the end of a line. Where it cannot be known whether the hyphen belongs to the word,
 * the word is joined, and its form with the hyphen is added at the end: both can be found.
 */
export function joinBrokenWords(text: string, known: KnownWords): string {
  known.add(text);
  const added = new Set<string>();
  const joined = text.replace(LINE_END, (mark: string, at: number) => {
    const start = startOfPart(text, at);
    const rest = at + mark.length;
    const [before, after] = [text.slice(start, at), text.slice(rest, endOfPart(text, rest))];
    if (before === '' || after === '') return mark.includes('\n') ? '-\n' : '';
    const form = formOf(before, after, { isCompound: text.charAt(start - 1) === '-', known });
    if (form === 'unsure' && added.size < MOST_ADDED) added.add(`${before}-${after}`);
    return GLUE[form];
  });
  return [joined, ...added].join('\n');
}

function startOfPart(text: string, end: number): number {
  let at = end;
  while (at > 0 && end - at < LONGEST_PART && OF_WORD.test(text.charAt(at - 1))) at -= 1;
  return at;
}

function endOfPart(text: string, start: number): number {
  let at = start;
  while (at - start < LONGEST_PART && OF_WORD.test(text.charAt(at))) at += 1;
  return at;
}

type Form = keyof typeof GLUE;

const GLUE = { joined: '', unsure: '', hyphen: '-', suspended: '- ' };

function formOf(before: string, after: string, word: { isCompound: boolean; known: KnownWords }): Form {
  const { isCompound, known } = word;
  if (AND.has(after)) return 'suspended';
  const inCapitals = CAPITALS.test(before) && CAPITALS.test(after);
  if (!inCapitals && (STARTS_NEW.test(after) || /\p{N}$/u.test(before) || /^\p{Lu}$/u.test(before))) return 'hyphen';
  const knowsJoined = known.has(before + after);
  const knowsHyphen = known.has(`${before}-${after}`);
  if (knowsJoined !== knowsHyphen) return knowsJoined ? 'joined' : 'hyphen';
  if (inCapitals || isCompound || knowsJoined) return 'unsure';
  if (FIRST_PARTS.has(before.toLowerCase()) || LAST_PARTS.has(after.toLowerCase())) return 'unsure';
  // `in-formation` on a page with both `in` and `formation`.
  return after.length >= SHORTEST_LAST && known.has(before) && known.has(after) ? 'unsure' : 'joined';
}
