import { describe, expect, it } from '@jest/globals';
import { chooseLanguages } from './language-data.js';

describe('chooseLanguages', () => {
  it('keeps the order of the wish and leaves out what is said twice', () => {
    const choice = chooseLanguages(['deu', 'eng', 'deu'], ['eng', 'deu']);
    expect(choice).toEqual({ languages: ['deu', 'eng'], warnings: [] });
  });

  it('warns of every language that is missing', () => {
    const { languages, warnings } = chooseLanguages(['deu', 'pol'], ['deu']);
    expect(languages).toEqual(['deu']);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('npm i @tesseract.js-data/pol');
  });

  it('falls back to English, then to anything there is', () => {
    expect(chooseLanguages(['pol'], ['deu', 'eng']).languages).toEqual(['eng']);
    expect(chooseLanguages([], ['deu']).languages).toEqual(['deu']);
    expect(chooseLanguages(['pol'], []).languages).toEqual([]);
  });

  it('does not take orientation data for a language', () => {
    expect(chooseLanguages(['osd'], ['eng', 'osd'])).toEqual({ languages: ['eng'], warnings: [] });
  });

  it('puts nothing from outside into the command it proposes', () => {
    expect(chooseLanguages(['x; rm -rf ~'], ['eng']).warnings.join()).not.toContain('; rm -rf');
    expect(chooseLanguages(['../../etc'], ['eng']).warnings.join()).not.toContain('../');
  });
});
