import { describe, expect, it } from '@jest/globals';
import { allowsMediaType, MEDIA_TYPE_ENTRY } from './media-types.js';

describe('a list of media types in a setting', () => {
  it.each([
    [['*'], 'application/pdf', true],
    [['application/pdf', 'image/*'], 'application/pdf', true],
    [['application/pdf', 'image/*'], 'image/png', true],
    [['application/pdf', 'image/*'], 'imagery/png', false],
    [['application/pdf', 'image/*'], 'text/plain', false],
    [['*', '!image/gif'], 'image/gif', false],
    [['!image/gif', '*'], 'image/gif', false],
    [['!image/*', 'image/png', '*'], 'image/png', false],
    [['image/*', '!image/gif'], 'image/png', true],
    [['!image/gif'], 'image/png', false],
    [['Image/PNG'], 'image/png', true],
    [['image/png'], 'IMAGE/PNG', true],
    [['text/plain; charset=utf-8'], 'text/plain', true],
    [['text/plain'], 'text/plain; charset=latin1', true],
    [[], 'text/plain', false],
  ])('the list %j allows %s: %s', (entries, type, expected) => {
    expect(allowsMediaType(entries, type)).toBe(expected);
  });

  it.each(['*', '!*', 'image/*', '!image/*', 'image/svg+xml', 'TEXT/Plain', 'text/plain; charset=utf-8', 'a/b_c'])(
    'a list of media types may have the entry %s',
    (entry) => expect(entry).toMatch(MEDIA_TYPE_ENTRY),
  );

  it.each([
    '',
    'pdf',
    '*/*',
    '*/pdf',
    'image/',
    '/png',
    'image/png/x',
    '!!image/png',
    'image png',
    'im age/png',
    'image/p*',
  ])('a list of media types cannot have the entry "%s"', (entry) => expect(entry).not.toMatch(MEDIA_TYPE_ENTRY));
});
