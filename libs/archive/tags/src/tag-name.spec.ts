import { describe, expect, it } from '@jest/globals';
import { isTagName } from './tag-name.js';

describe('the name of a tag that no person has named', () => {
  it.each(['Invoices', '請求書', 'a', '№ 1', '€', 'x'.repeat(64)])('the name of a tag may be %j', (name) => {
    expect(isTagName(name)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['characters that show nothing', '\u200b\u00ad'],
    ['a line break', 'one\ntwo'],
    ['a change of the direction of the text', 'bill\u202efdp'],
    ['half of a surrogate pair', 'bill\ud800'],
    ['more than 64 characters', 'x'.repeat(65)],
  ])('the name of a tag may not be or contain %s', (_what, name) => {
    expect(isTagName(name)).toBe(false);
  });
});
