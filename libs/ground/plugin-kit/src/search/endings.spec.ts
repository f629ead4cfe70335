import { describe, expect, it } from '@jest/globals';
import { isSearchableEnding, reversedEnding, reversedWord } from './endings.js';
import { foldWords } from './words.js';

describe('endings', () => {
  it('an ending of four letters or more, or of four digits or more, can be looked for in any script with spaces', () => {
    for (const ending of ['bank', 'rechnung', 'угольник', 'किताब', '\u{1d4b3}abc', '2024', '48213'])
      expect([ending, isSearchableEnding(ending)]).toEqual([ending, true]);
  });

  it('an ending that is short, or has letters and digits or other signs, cannot be looked for', () => {
    for (const ending of ['', 'ank', '202', 'b2024', 'b1ank', 'ban k', '請求書です', ' bank', '\0bank', '\ud800ank'])
      expect([ending, isSearchableEnding(ending)]).toEqual([ending, false]);
  });

  it('every word that ends in a searchable ending is that ending, or its reversed form starts with the reversed ending', () => {
    const words = foldWords(
      'Stromrechnung bank dbank x1bank größte Прямоугольник ab12abcd 請求書 абв 48213 rx4821307 ab12345c',
    );
    for (const word of words) {
      const letters = Array.from(word);
      for (let start = 0; start < letters.length; start += 1) {
        const ending = letters.slice(start).join('');
        if (!isSearchableEnding(ending) || ending === word) continue;
        expect([word, ending, reversedWord(word)?.startsWith(reversedEnding(ending))]).toEqual([word, ending, true]);
      }
    }
  });

  it('words that no searchable ending is a part of have no reversed form', () => {
    for (const word of ['bank', 'invoice1', '2024', 'ab123', '1234ab', 'abc', '請求書です', 'ab1cde'])
      expect([word, reversedWord(word)]).toEqual([word, undefined]);
  });
});
