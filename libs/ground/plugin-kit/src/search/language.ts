import { SEPARATOR } from './separator.js';

/**
 * Frequent words of languages in Latin and Cyrillic letters, folded. A word may be in several: the language with the
 * most of them is meant.
 */
const FREQUENT: Readonly<Record<string, string>> = {
  bg: 'на от за се да не са по до това като или при този тази които което',
  ca: 'el la els les de dels i que amb per al una un es no aquest aquesta seva com mes del o',
  cs: 'na se je ze do pro jako by od za nebo jsou byl podle ktery ktera pri tak aby jste byla dne',
  da: 'og at det er en til af for med pa den ikke som de har vi fra der et om kan skal blev eller jeg du din efter',
  de: 'der die das und ist nicht mit von fur auf den dem des ein eine einer einem einen zu im am bei sie wir ihr ihre ihrer ihren ich werden wird wurde auch als nach oder sind hat haben bitte durch zur zum uber unter sich kein keine bis an',
  en: 'the and of to in is for that with on this be are by as your you from at or have has will not we it an if any our please which was were been their shall',
  es: 'el los las una un del por para con que es en su no como mas este esta sus al lo de la se ha son sobre entre fecha usted',
  fi: 'ja on ei etta se oli ovat olla mutta joka kun niin myos tai ole han sen jos kuin voi sekka',
  fr: 'le la les des et une un du dans pour que qui est pas vous nous sur par avec au aux ce cette votre nos notre vos sont ou plus de en il',
  ga: 'an na agus ar le do ag is go bhi ni seo sin air san no mar',
  hu: 'az es hogy nem is egy van meg ez de vagy csak el mint volt kell lehet szerint valamint',
  id: 'yang dan di dengan untuk dari pada ini itu tidak dalam akan oleh atau adalah telah',
  it: 'il lo gli della di che per con non sono del nel alla da una si le dei delle questo come la un in al ha',
  lt: 'ir yra kad su is tai ne buvo ar uz pagal del kaip arba jo',
  nl: 'de het een van en in is dat op te voor met zijn niet aan er door ook bij of uw wij wordt deze als naar om u',
  no: 'og det er en til av for med pa den ikke som de har vi fra du om kan skal ble eller jeg din etter et i',
  pl: 'na do nie sie ze jest od za przez po dla oraz to jak lub tym jego przy czy ktory ktora pan pani',
  pt: 'os as um uma do da dos das para com nao que por em se na no ao pela pelo seu sua mais como de e foi ou',
  ro: 'si de la in cu pe nu este care sa un din pentru sau al prin ale mai fi se o',
  ru: 'и в на не что по с для от из это как к до или при за его о а быть',
  sv: 'och att det som en pa ar av for med den till inte om ett har de vi du kan ska eller fran vid i er',
  tr: 've bir bu icin ile da de olarak olan gibi daha ne kadar veya sonra cok',
  uk: 'і в на не що по з для від із це як до або при за його та у бути',
};

/** Languages that a script tells. Japanese has its own letters between Chinese ones. */
const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ['ar', /\p{sc=Arabic}/u],
  ['el', /\p{sc=Greek}/u],
  ['he', /\p{sc=Hebrew}/u],
  ['hi', /\p{sc=Devanagari}/u],
  ['hy', /\p{sc=Armenian}/u],
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/u],
  ['ko', /\p{sc=Hangul}/u],
  ['th', /\p{sc=Thai}/u],
  ['zh', /\p{sc=Han}/u],
];

/** The languages that {@link languageOf} knows, as codes of ISO 639-1. */
export const LANGUAGES: readonly string[] = [...Object.keys(FREQUENT), ...SCRIPTS.map(([language]) => language)].sort();

/** What {@link languageOf} returns for a text in no language that it knows, or without enough words. */
export const NO_LANGUAGE = 'und';

/** Words of a text that decide about its language. */
export const WORDS_FOR_LANGUAGE = 2_000;

const FEWEST_FREQUENT = 3;
/** Of all words, in percent; running texts have some 40. */
const LEAST_PERCENT = 6;
const NOT_LATIN = /[^\0-\u024f]/;

const LANGUAGES_OF_WORD: ReadonlyMap<string, readonly string[]> = languagesByWord();

/**
 * Returns the language of a text by the first of its `foldedWords`, as a code of ISO 639-1, or `und`. It counts words that
 * are frequent in a language, so it is quick, and sure only for sentences. `besides`: a language of which the text must have
 * less than half as many words, because what is around it is in that language.
 */
export function languageOf(words: Iterable<string>, { besides = NO_LANGUAGE }: { besides?: string } = {}): string {
  const counts = new Map<string, number>();
  let all = 0;
  for (const word of words) {
    if (word === SEPARATOR || all === WORDS_FOR_LANGUAGE) break;
    all += 1;
    const { languages, weight } = hintsOf(word);
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + weight);
  }
  let found = NO_LANGUAGE;
  const least = Math.max(FEWEST_FREQUENT, Math.ceil((all * LEAST_PERCENT) / 100)) - 1;
  let most = Math.max(least, 2 * (counts.get(besides) ?? 0));
  for (const language of LANGUAGES) {
    const count = counts.get(language) ?? 0;
    if (count <= most) continue;
    most = count;
    found = language;
  }
  return found;
}

/** The term that a search plugin may index for the language of a content: no word is like it. */
export function languageTerm(language: string): string {
  return `%${language}`;
}

/** A letter by itself, such as that of a unit, says nothing; a run of Chinese is a whole sentence. */
function hintsOf(word: string): { languages: readonly string[]; weight: number } {
  const known = LANGUAGES_OF_WORD.get(word);
  if (known !== undefined || !NOT_LATIN.test(word)) return { languages: known ?? [], weight: 1 };
  const found = SCRIPTS.find(([, script]) => script.test(word));
  return { languages: found === undefined ? [] : [found[0]], weight: Math.min(3, Math.floor(word.length / 2)) };
}

function languagesByWord(): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, words] of Object.entries(FREQUENT))
    for (const word of words.split(' ')) languages.set(word, [...(languages.get(word) ?? []), language]);
  return languages;
}
