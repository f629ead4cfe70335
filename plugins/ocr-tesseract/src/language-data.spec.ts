import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chooseLanguages,
  findLanguageData,
  languagesIn,
  missingFoundLanguage,
  missingScript,
} from './language-data.js';

describe('findLanguageData', () => {
  it('finds files in the folder of the plugin before those of packages, and adds languages that no package has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ocr-data-'));
    try {
      for (const name of ['eng.traineddata', 'aze_cyrl.traineddata.gz', 'README.md', '..traineddata'])
        await writeFile(join(folder, name), '');
      const data = await findLanguageData(folder);
      expect(data.get('eng')).toBe(join(folder, 'eng.traineddata'));
      expect(data.get('aze_cyrl')).toBe(join(folder, 'aze_cyrl.traineddata.gz'));
      expect(data.get('deu')).toContain('@tesseract.js-data');
      expect(languagesIn(data)).toEqual(expect.arrayContaining(['aze_cyrl', 'deu', 'eng']));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('finds the packages when the plugin has no folder of its own', async () => {
    expect((await findLanguageData('/does/not/exist')).get('eng')).toContain('@tesseract.js-data');
  });
});

describe('the message about missing language data', () => {
  it('the message names the command that brings the languages of a script', () => {
    expect(missingScript('Greek', ['ell', 'grc'])).toContain(
      'npm i @tesseract.js-data/ell or npm i @tesseract.js-data/grc',
    );
  });

  it('the message names the language of the page, the one it was read with, and the command', () => {
    const sentence = missingFoundLanguage('pol', ['eng', 'deu']);
    expect(sentence).toContain('"pol"');
    expect(sentence).toContain('eng+deu');
    expect(sentence).toContain('npm i @tesseract.js-data/pol');
  });
});

describe('chooseLanguages', () => {
  it('chosen languages keep the requested order, without duplicates', () => {
    const choice = chooseLanguages(['deu', 'eng', 'deu'], ['eng', 'deu']);
    expect(choice).toEqual({ languages: ['deu', 'eng'], warnings: [] });
  });

  it('every missing language causes a warning', () => {
    const { languages, warnings } = chooseLanguages(['deu', 'pol'], ['deu']);
    expect(languages).toEqual(['deu']);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('npm i @tesseract.js-data/pol');
  });

  it('chooses English when no requested language is there, then any other', () => {
    expect(chooseLanguages(['pol'], ['deu', 'eng']).languages).toEqual(['eng']);
    expect(chooseLanguages([], ['deu']).languages).toEqual(['deu']);
    expect(chooseLanguages(['pol'], []).languages).toEqual([]);
  });

  it('orientation data is not treated as a language', () => {
    expect(chooseLanguages(['osd'], ['eng', 'osd'])).toEqual({ languages: ['eng'], warnings: [] });
  });

  it('the proposed command contains nothing from outside', () => {
    expect(chooseLanguages(['x; rm -rf ~'], ['eng']).warnings.join()).not.toContain('; rm -rf');
    expect(chooseLanguages(['../../etc'], ['eng']).warnings.join()).not.toContain('../');
  });
});
