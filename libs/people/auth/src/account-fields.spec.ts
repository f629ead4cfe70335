import { describe, expect, it } from '@jest/globals';
import { cutName, cutUserAgent, isUsableImage, usableName } from './account-fields.js';

describe('the name of a user', () => {
  it.each([
    ['Ada', 'Ada'],
    ['  Ada  ', 'Ada'],
    ['x'.repeat(50), 'x'.repeat(50)],
    ['😀'.repeat(50), '😀'.repeat(50)],
    [`${' '.repeat(60)}Ada`, 'Ada'],
  ])('the name %j of a user is kept as %j', (given, kept) => {
    expect(usableName(given)).toBe(kept);
  });

  it.each(['', '   ', 'x'.repeat(51), '😀'.repeat(51), 'a\uFE0F'.repeat(26), 'a\0b', '\ud83d', 5, null, {}, ['Ada']])(
    'the name of a user cannot be %j',
    (given) => {
      expect(usableName(given)).toBeUndefined();
    },
  );

  it('the name of a user is cut to 50 characters without breaking one', () => {
    expect(cutName('😀'.repeat(80))).toBe('😀'.repeat(50));
    expect(cutName('ada')).toBe('ada');
  });
});

describe('the picture of a user', () => {
  it.each(['https://example.com/a.png', 'http://localhost:1221/me.jpg'])(
    'the picture of a user may be at %s',
    (address) => {
      expect(isUsableImage(address)).toBe(true);
    },
  );

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'ftp://example.com/a.png',
    '//example.com/a.png',
    'https://',
    ' https://example.com',
    `https://example.com/${'a'.repeat(2048)}`,
    'java\nscript:alert(1)//http://x',
    '',
    5,
  ])('the picture of a user may not be at %j', (address) => {
    expect(isUsableImage(address)).toBe(false);
  });
});

it('the stored User-Agent is cut to 512 characters', () => {
  expect(cutUserAgent('x'.repeat(10_000))).toHaveLength(512);
});
