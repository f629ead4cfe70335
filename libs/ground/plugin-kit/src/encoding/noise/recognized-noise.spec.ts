import { describe, expect, it } from '@jest/globals';
import { isRecognizedNoise } from './recognized-noise.js';

describe('what recognition finds in pictures without text', () => {
  // As Tesseract read them in English and German.
  it.each([
    ['a texture', 18, 'co Le a\nRIE ane CALE Gy ; he: Tas Hae 8 8 25 © En hs PI: RRs A Eo it (SE Sah SR a a SHS'],
    [
      'a blurred texture',
      28,
      '| fe Aa "LL E0h a aE DE "\nxx pa a Te a 7 FE - {DER\nLIT Rely SIAR TR SH\n5 | » ’ a KEN 62) Ta A',
    ],
    ['music', 9, 'ddd\ncd\ndee ade\nsud gilda aii,\nESS'],
    [
      'writing that no one can read',
      37,
      'AD ASN AWAY ALN AD UN\nSPA AN WN A VAN aa MN NL\nALOE A YL NY TAN DAV MN\nTATION TN LAHM N Na',
    ],
    ['circles', 41, 'NOT Le ko) OE)\n\n8” 8 OD\nAO 0\ngov\nS Q\nop RO\n& O OU C\nOs © © OS'],
    [
      'strokes',
      44,
      'LN - M = N\n\nSS AS N je\n\nN p A N N . \\./ , ~\nRAVAN _ N AN N A\n\nVdS ZA NA\nPERT Vo Soa T NY |',
    ],
    [
      'leaves',
      39,
      "® Yo e's bd es sad\nRA LS A Rg Br\ny {a Ted @\nvo lL .®, ns\n3 ® A 3° ool\no GP. 0 ® A\noe, WoW 05",
    ],
    [
      'a page in another script',
      39,
      'EUALGU IL GRUL ULB OAU@LL AG «Le WLLL OTA\nude CULLU UR EQ RU OCLC: „LEN LÜCCLEN — LR,’',
    ],
  ])('nothing is kept of %s', (_, confidence, text) => {
    expect(isRecognizedNoise(text, confidence)).toBe(true);
  });

  it.each([
    [
      'a page that is hard to read',
      55,
      'Dear respons\n\nPo harvest of Pun SAT was larger Pan epecied\nPease bring seven Daskets 10 Pe orchard on Monday.',
    ],
    [
      'a receipt that is hard to read',
      50,
      'Milch 1,29 B\nBrot 2,49 B\n4 x 0,25\nPfand 1,00\nSUMME 5,03\nBar 10,00\n12.03.2026 10:15',
    ],
    ['a page in Japanese', 50, '会社名 株式会社山田 請求書 金額 12,000円 お支払い期限'],
    ['short words that are certain', 91, 'A B C\nan ox'],
    ['what a service read that does not say how certain it is', undefined, 'x = y\n~ |'],
    ['what an engine read that gives no number', 0, 'x = y\n~ |'],
  ])('it is kept: %s', (_, confidence, text) => {
    expect(isRecognizedNoise(text, confidence)).toBe(false);
  });
});
