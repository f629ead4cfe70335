import type { StemmingLanguage } from '#config/search';

/** A word that ends with the first letters may also be written with the others in their place. */
type Rule = readonly [ending: string, other: string];

/**
 * Inflections that change letters before the ending, folded: there the stem of one form does not begin the other one. Of
 * endings that are often typed letter by letter, those that are not complete are among them.
 */
const RULES: Partial<Record<StemmingLanguage, readonly Rule[]>> = {
  english: rules('ies y, ie y, ied y, ves f, ves fe, f ves, fe ves, ses sis, sis ses, man men, men man'),
  french: rules('aux al, aux ail, al aux, ail aux'),
  german: rules('o en'),
  portuguese: rules('oes ao, ao oes, ais al, al ais, eis el, el eis, ns m, m ns'),
  spanish: rules('ces z, z ces'),
};

const SHORTEST_BEGINNING = 2;
/** A long vowel is written twice only where it ends with a consonant: `factuur`, `facturen`. */
const DUTCH_OPEN = /^(?<beginning>.*[^aeiou])(?<vowel>[aeou])(?<consonant>[bcdfgklmnprstvz])en?$/;
const DUTCH_CONSONANTS: Readonly<Record<string, string>> = { v: 'f', z: 's' };
const DUTCH_VOICED: Readonly<Record<string, string>> = { f: 'v', s: 'z' };

/** Returns other forms of a folded word that no stem begins: `policy` for `policies`. */
export function changedForms(word: string, languages: readonly StemmingLanguage[]): string[] {
  const forms = languages.flatMap((language) => [
    ...(RULES[language] ?? []).flatMap((rule) => applied(rule, word)),
    ...(language === 'dutch' ? dutchForms(word) : []),
  ]);
  return [...new Set(forms)];
}

function rules(pairs: string): Rule[] {
  return pairs.split(', ').map((pair): Rule => {
    const [ending = '', other = ''] = pair.split(' ');
    return [ending, other];
  });
}

function applied([ending, other]: Rule, word: string): string[] {
  const length = word.length - ending.length;
  return length >= SHORTEST_BEGINNING && word.endsWith(ending) ? [word.slice(0, length) + other] : [];
}

function dutchForms(word: string): string[] {
  const { beginning = '', vowel = '', consonant = '' } = DUTCH_OPEN.exec(word)?.groups ?? {};
  if (vowel !== '') return [beginning + vowel + vowel + (DUTCH_CONSONANTS[consonant] ?? consonant)];
  const voiced = DUTCH_VOICED[word.slice(-1)];
  if (voiced !== undefined) return [`${word.slice(0, -1)}${voiced}en`];
  return /ven?$|zen?$/.test(word) ? [word.replace(/[vz]en?$/, (end) => DUTCH_CONSONANTS[end.charAt(0)] ?? '')] : [];
}
