import { access, readdir } from 'node:fs/promises';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const SCOPE = '@tesseract.js-data';
const NOT_LANGUAGES = new Set(['equ', 'osd']);
const FALLBACK = 'eng';

const DATA_FILE = /^([a-z]{3}(?:_[a-z]{2,8}){0,2})\.traineddata(?:\.gz)?$/;

/**
 * Code to data file, the orientation data `osd` included: those in the folder `data` of this plugin, then every installed
 * package `@tesseract.js-data/<code>`.
 */
export type LanguageData = ReadonlyMap<string, string>;

export async function findLanguageData(own = ownFolder()): Promise<LanguageData> {
  const found = new Map<string, string>();
  for (const name of await readdir(own).catch(() => [])) {
    const code = DATA_FILE.exec(name)?.[1];
    if (code !== undefined) found.set(code, join(own, name));
  }
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

/** In the folder of the plugin, whether it runs from `src` or from `dist/src`. */
function ownFolder(): string {
  return join(dirname(findPackageJSON(import.meta.url) ?? '.'), 'data');
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
  const shown = shownCode(code);
  return (
    `The data to read the language "${shown}" is not installed; the page was read with "${used.join('+')}". ` +
    `To add it: ${commandFor(code)}`
  );
}

/** What to say of a page that is in another language than it was read in. */
export function missingFoundLanguage(code: string, used: readonly string[]): string {
  return (
    `A page seems to be in the language "${code}", whose data is not installed; it was read with "${used.join('+')}". ` +
    `To add it: ${commandFor(code)}`
  );
}

/** What to say of a page in a script of which no data is installed. */
export function missingScript(script: string, languages: readonly string[]): string {
  return (
    `A page seems to be in the script "${script.replaceAll('_', ' ')}", for which no data is installed. ` +
    `To add it: ${languages.map(commandFor).join(' or ')}`
  );
}

function commandFor(code: string): string {
  return `npm i ${SCOPE}/${shownCode(code)}`;
}

/** Codes come from outside. */
function shownCode(code: string): string {
  return code.replace(/[^\w-]/g, '?').slice(0, 40);
}
