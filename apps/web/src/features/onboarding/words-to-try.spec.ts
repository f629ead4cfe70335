import { describe, expect, it } from '@jest/globals';
import { wordsToTry } from './words-to-try';

describe('words of the first document to search for', () => {
  it('words to try are long and rare ones, in the order of the text', () => {
    const text =
      'Dear Ada, the marzipan is ready. The marzipan came with pistachios from the bakery in Lübeck. Regards';
    expect(wordsToTry(text)).toEqual(['pistachios', 'bakery', 'regards']);
  });

  it('words to try are fewer when the text has fewer, and all of them contain letters', () => {
    expect(wordsToTry('marzipan 123 and')).toEqual(['marzipan']);
    expect(wordsToTry('12 %&/ 34567')).toEqual([]);
    expect(wordsToTry('')).toEqual([]);
  });

  it('words to try may be the names of built-in properties', () => {
    expect(wordsToTry('constructor toString __proto__')).toEqual(['constructor', 'tostring', 'proto']);
  });
});
