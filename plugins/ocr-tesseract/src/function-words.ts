import { normalizeText } from '@archivolt/plugin-kit';
import { isWrittenInLatin } from './scripts.js';

/** Frequent words without accents, which are what a page loses first when it is read in a wrong language. */
const FUNCTION_WORDS = new Map(
  Object.entries({
    ces: 'v se na je s z do ze pro by ale jako podle nebo ktere ktery jsou byl si od',
    dan: 'og at det i en er af til den pa for med ikke som der et har de var fra',
    deu: 'der die und das ist nicht mit den von dem auf fur eine sich des ein zu wird werden oder bei nach sind im ich wir sie ihr es bin hat haben bitte uhr um ab beim vom zum zur noch wenn aber auch dass mich dir liebe',
    eng: 'the of and to in is that for was with are this be not have from or by on which you we it at your our please my if they has can',
    fin: 'ja on ei se etta oli han ovat kuin myos joka mutta tai ole sen kun',
    fra: 'le la les de des et est une dans pour que qui par sur avec pas au du sont ou en je vous nous il elle ne ce mais merci mon votre bien chez',
    hun: 'a az es hogy nem is egy van meg volt ez csak mint vagy',
    ita: 'il di che la per un non con del della sono gli nel alla dei una le si da',
    nld: 'de het een van en in is dat op te voor niet zijn met aan ook er bij',
    pol: 'w i na z nie do jest sie od za przez oraz jak dla po ale ze swych wobec',
    por: 'o de que e do da em um para com uma os na no por mais dos das nao ao',
    ron: 'si de la cu pe nu este sau care din pentru sunt in un o ca',
    spa: 'el la los de las y en que una por con para del se su como al es un lo no te mi tu gracias hoy pero esta favor muy',
    swe: 'och att det i en som ar av for med till den pa inte om ett har de',
    tur: 've bir bu da de icin ile olarak olan cok gibi daha her',
  }).map(([code, words]) => [code, new Set(words.split(' '))] as const),
);
const FEWEST_WORDS = 10;
const FEWEST_HITS = 3;
/** Names with `de la` in them say nothing. */
const FEWEST_KINDS = 3;
const CLEARLY = 1.5;
/** Texts with fewer words are notes, in which a few frequent words of another language may be names. */
const SHORT = 25;
const CLEARLY_IN_SHORT = 2;
/** Frequent words make a third of most texts. */
const FEWEST_OF_ALL = 0.15;

/** The language that a text in Latin letters is in; undefined when it may as well be one of those it was read in. */
export function otherLanguage(text: string, read: readonly string[]): string | undefined {
  if (read.some((code) => isWrittenInLatin(code) && !FUNCTION_WORDS.has(code))) return undefined;
  const words =
    normalizeText(text, 'NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (words.length < FEWEST_WORDS) return undefined;
  const hits = [...FUNCTION_WORDS].map(([code, known]) => ({
    code,
    count: words.reduce((count, word) => count + (known.has(word) ? 1 : 0), 0),
    kinds: new Set(words.filter((word) => known.has(word))).size,
  }));
  const ofRead = Math.max(0, ...hits.filter(({ code }) => read.includes(code)).map(({ count }) => count));
  const [best, next] = hits.sort((one, other) => other.count - one.count);
  if (best === undefined || read.includes(best.code)) return undefined;
  const isFrequent =
    best.kinds >= FEWEST_KINDS &&
    best.count >= Math.max(FEWEST_HITS, Math.min(words.length, SHORT * 2) * FEWEST_OF_ALL);
  const factor = words.length < SHORT ? CLEARLY_IN_SHORT : CLEARLY;
  return isFrequent && best.count >= ofRead * factor && best.count > (next?.count ?? 0) ? best.code : undefined;
}
