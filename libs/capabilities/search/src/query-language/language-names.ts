import { LANGUAGES, NO_LANGUAGE } from '@archivolt/plugin-kit';

/** Codes of ISO 639-2 that do not begin with the one of two letters. */
const LONG_CODES: Readonly<Record<string, string>> = {
  ...{ bul: 'bg', ces: 'cs', cze: 'cs', deu: 'de', ger: 'de', ell: 'el', gre: 'el', spa: 'es', gle: 'ga', hye: 'hy' },
  ...{ arm: 'hy', ind: 'id', jpn: 'ja', lit: 'lt', nld: 'nl', dut: 'nl', pol: 'pl', por: 'pt', ron: 'ro', rum: 'ro' },
  ...{ swe: 'sv', tur: 'tr', ukr: 'uk', zho: 'zh', chi: 'zh', dan: 'da', eng: 'en', fin: 'fi', fra: 'fr', fre: 'fr' },
  ...{ heb: 'he', hin: 'hi', hun: 'hu', ita: 'it', kor: 'ko', nor: 'no', nob: 'no', nno: 'no', rus: 'ru', tha: 'th' },
  ...{ ara: 'ar', cat: 'ca' },
};

let codes: ReadonlyMap<string, string> | undefined;

/** Returns the code of a language by its code, or by its name in English or in the language itself. */
export function languageNamed(name: string): string | undefined {
  codes ??= codesByName();
  return codes.get(name.trim().toLowerCase());
}

/** The names that `language:` knows besides codes, in English. */
export function languageNames(): string[] {
  return LANGUAGES.map((code) => nameOf(code, 'en'));
}

function codesByName(): ReadonlyMap<string, string> {
  const found = new Map<string, string>([['unknown', NO_LANGUAGE], ...Object.entries(LONG_CODES)]);
  for (const code of LANGUAGES)
    for (const name of [code, nameOf(code, 'en'), nameOf(code, code)]) found.set(name.toLowerCase(), code);
  return found;
}

function nameOf(code: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code;
}
