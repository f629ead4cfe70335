import { describe, expect, it } from '@jest/globals';
import { joinedNumbers } from './grouped-numbers.js';
import { foldedNeedle, foldedText, foldWords, indexedWords, indexTerms } from './words.js';

describe('joinedNumbers', () => {
  it.each([
    ['1,234', '1234'],
    ['1.234.567,89', '1234567,89'],
    ['1,234,567.89', '1234567.89'],
    ["1'234 and 1’234", '1234 and 1234'],
    ['1\u00a0234 1\u202f234 1\u2009234', '1234 1234 1234'],
    ['12,34,567 1,00,00,000.50', '1234567 10000000.50'],
    ['１，２３４', '１２３４'],
    ['١٬٢٣٤', '١٢٣٤'],
    ['EUR1.234,00 -1,234 (12,345) 金額1,234円', 'EUR1234,00 -1234 (12345) 金額1234円'],
    ['1,234.567', '1234.567'],
  ])('joins the digits of %j as %j', (text, joined) => {
    expect(joinedNumbers(text)).toBe(joined);
  });

  it.each(['1 234', '1234', '1,23', '1234,567', '1,2345', '1,234,56', '1,\n234', '2026-01-02', '12:345', '3.14', ''])(
    'finds no grouped number in %j',
    (text) => {
      expect(joinedNumbers(text)).toBeUndefined();
    },
  );
});

describe('indexedWords', () => {
  const finds = (text: string, query: string): boolean =>
    foldedText(indexedWords(text)).includes(foldedNeedle(foldWords(query)));

  it.each([
    ['total 1,234 due', '1234'],
    ['total 1,234 due', '1,234'],
    ['total 1,234 due', 'total 1 234 due'],
    ['total 1,234 due', '12'],
    ['1.234.567,89', '1234567.89'],
    ['１，２３４円', '1234'],
  ])('a text such as %j is found by %j', (text, query) => {
    expect(finds(text, query)).toBe(true);
  });

  it.each([
    ['due 1,234', '234 1234'],
    ['1,234 2,345', '1234 2345'],
    ['金額1,234円', '円1234'],
    ['1 234', '1234'],
  ])('a text such as %j is not found by %j', (text, query) => {
    expect(finds(text, query)).toBe(false);
  });

  it('the separator of the additions is no term', () => {
    expect(indexTerms(indexedWords('a 1,234'))).toEqual(['a', '1', '234', '1234']);
    expect(indexTerms(indexedWords('| a'))).toEqual(['a']);
  });
});
