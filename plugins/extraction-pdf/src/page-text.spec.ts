import { describe, expect, it } from '@jest/globals';
import { join, tidyOcrText, tidyTextLayer } from './page-text.js';

describe('tidyTextLayer', () => {
  it('joins words broken at the end of a line', () => {
    expect(tidyTextLayer('govern\uFFFE\r\nment and busi\u0002\nness')).toBe('government and business');
  });

  it('letters in a form for print become plain letters', () => {
    expect(tidyTextLayer('of\uFB01ce')).toBe('office');
    expect(tidyTextLayer('\uFEE3\uFEAE')).toBe('مر');
  });

  it('combines accents that are drawn next to a letter with it', () => {
    expect(tidyTextLayer('prote´ge´ performance')).toBe('protégé performance');
    expect(tidyTextLayer('f¨ur M¨uller')).toBe('für Müller');
    expect(tidyTextLayer('5´ 10´')).toBe('5´ 10´');
  });

  it('words of different writing direction are separated', () => {
    expect(tidyTextLayer('و Pythonمن')).toBe('و Python من');
  });

  it('letters are composed, and nothing remains that is not text', () => {
    expect(tidyTextLayer('u\u0308ber\0\uD800')).toBe('über\uFFFD');
  });
});

describe('tidyOcrText', () => {
  it('joins words broken by a hyphen but keeps hyphens before a capital', () => {
    expect(tidyOcrText('govern-\nment of Baden-\nWürttemberg')).toBe('government of Baden-\nWürttemberg');
  });
});

describe('join', () => {
  it('empty parts are left out of a join', () => {
    expect(join('a', '', 'b')).toBe('a\nb');
  });
});
