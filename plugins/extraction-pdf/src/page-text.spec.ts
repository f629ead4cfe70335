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

  it.each([
    [')שלום( עולם', '(שלום) עולם'],
    ['חשבון ]12[ סופי', 'חשבון [12] סופי'],
    ['(שלום) עולם', '(שלום) עולם'],
    ['ראה )סעיף 3(', 'ראה (סעיף 3)'],
    ['סוף) טקסט (התחלה', 'סוף) טקסט (התחלה'],
    [')فاتورة( رقم', '(فاتورة) رقم'],
  ])('brackets in text from right to left open before a word and close after one: %s', (text, expected) => {
    expect(tidyTextLayer(text)).toBe(expected);
  });

  it('letters are composed, and nothing remains that is not text', () => {
    expect(tidyTextLayer('u\u0308ber\0\uD800')).toBe('über\uFFFD');
  });
});

describe('tidyOcrText', () => {
  it('joins words broken by a hyphen but keeps hyphens before a capital', () => {
    expect(tidyOcrText('govern-\nment of Baden-\nWürttemberg')).toBe('government of Baden-Württemberg');
  });

  it.each([
    ['a well-\nknown firm', ['wellknown', 'well-known']],
    ['un rendez-\nvous manqué', ['rendezvous', 'rendez-vous']],
    ['a state-of-the-\nart plant', ['state-of-the-art', 'the-art']],
    ['die ABRECH-\nNUNG', ['ABRECHNUNG', 'ABRECH-NUNG']],
    ['in the in-\nformation on formation', ['information', 'in-formation']],
  ])('both forms are there where it cannot be known which one is right: %j', (text, forms) => {
    const tidied = tidyOcrText(text);
    for (const form of forms.slice(-1)) expect(tidied).toContain(form);
    expect(tidied.replaceAll('-', '')).toContain(forms[0]?.replaceAll('-', ''));
  });

  it('a form that is broken once and whole elsewhere is the whole one', () => {
    expect(tidyOcrText('a long-\nterm plan, long-term')).toBe('a long-term plan, long-term');
    expect(tidyOcrText('an on-\nline shop, online')).toBe('an online shop, online');
  });

  it('a hyphen between numbers, before a number and before what is no word is kept', () => {
    expect(tidyOcrText('1990-\n1995')).toBe('1990-1995');
    expect(tidyOcrText('IX-\n4471')).toBe('IX-4471');
    expect(tidyOcrText('see -\n(above)')).toBe('see -\n(above)');
  });
});

describe('join', () => {
  it('empty parts are left out of a join', () => {
    expect(join('a', '', 'b')).toBe('a\nb');
  });
});
