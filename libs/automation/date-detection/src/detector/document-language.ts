import type { DateOrder } from './written-dates.js';

const WORD = /\p{L}+/gu;
const MOST_WORDS = 2_000;
const ENGLISH = new Set(
  'the of and to for your you with from this please invoice date total we our on is by are dear sincerely account'.split(
    ' ',
  ),
);
const OTHERS = new Set(
  (
    'der die das und den von mit fur ist le la les des du et vous pour el los las de del y para il di e per con o os do da em ' +
    'een het van en voor och att det som og til ikke med er ja on ei na do z w nie dne pri sa za ve bir icin dan yang untuk ' +
    'az es nem si din pentru u je van datum data fecha'
  ).split(' '),
);
/** Beginnings and ends of words that stand on forms without sentences. */
const OF_FORMS = /datum$|dato$|pvm$|^(?:factu|fattu|fatur|faktur|rechnung|fecha|tarih|tanggal|data)/;
const AMERICAN = /\$|\busd\b|\b[a-z]{2} \d{5}\b|\bcolor\b|\bcenter\b|\bzip\b/;
const BRITISH =
  /£|\bgbp\b|\bvat\b|\bltd\b|\bplc\b|\bcolour\b|\bcentre\b|\benquir|\borganis|\bapologise\b|\bd\.?o\.?b\b|€|\baud\b|\babn\b|\bgst\b/;
const YEAR_FIRST = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu;
/** So many letters of a script are no name or sign. */
const SOME = 5;

/** In which order a document in its language, as folded text, writes day and month; undefined where that is open. */
export function orderOfLanguage(text: string): DateOrder | undefined {
  if (YEAR_FIRST.test(text)) return 'year-first';
  if ((text.match(OTHER_SCRIPT)?.length ?? 0) >= SOME) return 'day-first';
  return isMostlyEnglish(text) ? undefined : 'day-first';
}

/** How English documents of this country write it, if they show where they come from. */
export function orderOfCountry(text: string): DateOrder | undefined {
  const [american, british] = [AMERICAN.test(text), BRITISH.test(text)];
  if (american === british) return undefined;
  return american ? 'month-first' : 'day-first';
}

function isMostlyEnglish(text: string): boolean {
  let [english, others, words] = [0, 0, 0];
  for (const { 0: word } of text.matchAll(WORD)) {
    if ((words += 1) > MOST_WORDS) break;
    if (ENGLISH.has(word)) english += 1;
    else if (OTHERS.has(word) || OF_FORMS.test(word)) others += 1;
  }
  return english >= others;
}
