/** The languages most often written in a script, the likeliest first. The names of scripts are those of the data `osd`. */
const LANGUAGES = new Map<string, readonly string[]>([
  ['Arabic', ['ara', 'fas', 'urd', 'pus', 'snd', 'uig', 'kur_ara']],
  ['Bengali', ['ben', 'asm']],
  ['Canadian_Aboriginal', ['iku']],
  ['Cherokee', ['chr']],
  ['Cyrillic', ['rus', 'ukr', 'bul', 'srp', 'bel', 'mkd', 'kaz', 'kir', 'mon', 'tat', 'tgk', 'uzb_cyrl', 'aze_cyrl']],
  ['Devanagari', ['hin', 'mar', 'nep', 'san']],
  ['Ethiopic', ['amh', 'tir']],
  ['Georgian', ['kat']],
  ['Greek', ['ell', 'grc']],
  ['Gujarati', ['guj']],
  ['Gurmukhi', ['pan']],
  ['Han', ['chi_sim', 'chi_tra']],
  ['Hangul', ['kor']],
  ['Hebrew', ['heb', 'yid']],
  ['Hiragana', ['jpn']],
  ['Japanese', ['jpn']],
  ['Kannada', ['kan']],
  ['Katakana', ['jpn']],
  ['Khmer', ['khm']],
  ['Korean', ['kor']],
  ['Lao', ['lao']],
  ['Malayalam', ['mal']],
  ['Myanmar', ['mya']],
  ['Oriya', ['ori']],
  ['Sinhala', ['sin']],
  ['Syriac', ['syr']],
  ['Tamil', ['tam']],
  ['Telugu', ['tel']],
  ['Thai', ['tha']],
  ['Tibetan', ['bod', 'dzo']],
]);

/** Empty for a script that is read already when a page is read with these languages, and for Latin. */
export function languagesOfScript(script: string, read: readonly string[]): readonly string[] {
  const languages = LANGUAGES.get(script) ?? [];
  return languages.some((code) => read.includes(code)) ? [] : languages;
}

const NOT_LATIN = new Set([...LANGUAGES.values()].flat());

/** Also of languages that are not in the list, of which a few are not written in Latin letters either. */
export function isWrittenInLatin(code: string): boolean {
  return !NOT_LATIN.has(code);
}
