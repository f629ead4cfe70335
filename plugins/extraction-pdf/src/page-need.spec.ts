import { describe, expect, it } from '@jest/globals';
import { isFullOfText, isUnreadable, needOf } from './page-need.js';
import type { PageContent } from './pdf-page.js';

const content = (changes: Partial<PageContent> = {}): PageContent => ({
  pictureShare: 0,
  hasDrawing: false,
  largestPicture: 0,
  textIsHidden: false,
  ...changes,
});

describe('needOf', () => {
  it('no recognition is needed where there is only text', () => {
    expect(needOf('A page of plain text', content({ hasDrawing: true }))).toBe('nothing');
  });

  it('the whole page needs recognition when there is almost no text but something drawn', () => {
    expect(needOf('3', content({ hasDrawing: true }))).toBe('whole-by-ocr');
    expect(needOf('', content())).toBe('nothing');
  });

  it('the whole page needs recognition when its letters mean nothing', () => {
    expect(needOf('\uE001\uE002\uE003\uE004 \uE005 ab', content())).toBe('whole-by-ocr');
  });

  it('pictures of a page with text need recognition, unless they are small', () => {
    expect(needOf('A caption below', content({ hasDrawing: true, pictureShare: 0.3 }))).toBe('rest-by-ocr');
    expect(needOf('A caption below', content({ hasDrawing: true, pictureShare: 0.01 }))).toBe('nothing');
  });

  it('no recognition is needed on a scan that was recognised before', () => {
    const scan = content({ hasDrawing: true, pictureShare: 1, textIsHidden: true });
    expect(needOf('Recognised by a scanner', scan)).toBe('nothing');
  });

  it('no recognition is needed on a page full of text', () => {
    const page = 'word '.repeat(1000);
    expect(isFullOfText(page)).toBe(true);
    expect(needOf(page, content({ pictureShare: 0.5, hasDrawing: true }))).toBe('nothing');
  });
});

describe('isUnreadable', () => {
  it('isUnreadable returns false for scripts of all kinds and line ends', () => {
    expect(isUnreadable('Grüße\r\nمرحبا\t你好 עברית')).toBe(false);
    expect(isUnreadable('')).toBe(false);
  });

  it('isUnreadable returns true for replacement characters', () => {
    expect(isUnreadable('\uFFFD\uFFFDa')).toBe(true);
  });
});
