import { describe, expect, it } from '@jest/globals';
import { isWrittenInLatin, languagesOfScript } from './scripts.js';

describe('languagesOfScript', () => {
  it('names the languages of a script that the page was not read in', () => {
    expect(languagesOfScript('Greek', ['eng'])[0]).toBe('ell');
    expect(languagesOfScript('Cyrillic', ['eng', 'deu'])[0]).toBe('rus');
  });

  it('names none when the page was read in a language of the script', () => {
    expect(languagesOfScript('Cyrillic', ['bul', 'eng'])).toEqual([]);
  });

  it('names none for Latin letters and for a script that it does not know', () => {
    expect(languagesOfScript('Latin', ['eng'])).toEqual([]);
    expect(languagesOfScript('Runic', ['eng'])).toEqual([]);
  });
});

describe('isWrittenInLatin', () => {
  it('languages in Latin letters are distinguished from those of other scripts', () => {
    expect(['eng', 'nor', 'uzb'].every(isWrittenInLatin)).toBe(true);
    expect(['ell', 'uzb_cyrl', 'jpn'].some(isWrittenInLatin)).toBe(false);
  });
});
