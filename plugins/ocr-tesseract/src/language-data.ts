import { access, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const SCOPE = '@tesseract.js-data';
const NOT_LANGUAGES = new Set(['equ', 'osd']);
const FALLBACK = 'eng';

/** Code to data file, for every installed package `@tesseract.js-data/<code>`, the orientation data `osd` included. */
export type LanguageData = ReadonlyMap<string, string>;

export async function findLanguageData(): Promise<LanguageData> {
  const found = new Map<string, string>();
  const folders = createRequire(import.meta.url).resolve.paths(`${SCOPE}/${FALLBACK}`) ?? [];
  for (const folder of folders) {
    // Folders higher up may be unreadable in the sandbox: same as absent.
    const codes = await readdir(join(folder, SCOPE)).catch(() => []);
    for (const code of codes) {
      const file = join(folder, SCOPE, code, '4.0.0_best_int', `${code}.traineddata.gz`);
      const readable = await access(file).then(
        () => true,
        () => false,
      );
      if (readable && !found.has(code)) found.set(code, file);
    }
  }
  return found;
}

export function languagesIn(data: LanguageData): string[] {
  return [...data.keys()].filter((code) => !NOT_LANGUAGES.has(code)).sort();
}

export interface LanguageChoice {
  languages: string[];
  warnings: string[];
}

/** The wished languages whose data is installed; English, or else anything installed, when there is none of them. */
export function chooseLanguages(wished: readonly string[], installed: readonly string[]): LanguageChoice {
  const distinct = [...new Set(wished)].filter((code) => !NOT_LANGUAGES.has(code));
  const languages = distinct.filter((code) => installed.includes(code));
  const missing = distinct.filter((code) => !installed.includes(code));
  const fallback = installed.includes(FALLBACK) ? FALLBACK : installed[0];
  if (languages.length === 0 && fallback !== undefined) languages.push(fallback);
  return { languages, warnings: missing.map((code) => missingLanguage(code, languages)) };
}

function missingLanguage(code: string, used: readonly string[]): string {
  const shown = code.replace(/[^\w-]/g, '?').slice(0, 40);
  return (
    `The data to read the language "${shown}" is not installed; the page was read with "${used.join('+')}". ` +
    `To add it: npm i ${SCOPE}/${shown}`
  );
}
