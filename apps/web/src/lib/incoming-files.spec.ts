import { describe, expect, it } from '@jest/globals';
import { pastedFiles, wasMeant } from './incoming-files';

describe('files that a person hands over', () => {
  it('a picture from the clipboard gets a name with the time', () => {
    const now = new Date(2026, 6, 3, 14, 5, 9);
    const files = [new File(['a'], 'image.png', { type: 'image/png' }), new File(['b'], 'letter.pdf')];
    const [picture, letter] = pastedFiles(files, now);
    expect([picture?.name, picture?.type, letter?.name]).toEqual([
      'Pasted 2026-07-03 14.05.09.png',
      'image/png',
      'letter.pdf',
    ]);
  });

  it.each([
    ['.DS_Store', false],
    ['Thumbs.db', false],
    ['desktop.ini', false],
    ['thumbs.db.pdf', true],
    ['letter.pdf', true],
  ])('a folder of files includes %s: %s', (name, expected) => {
    expect(wasMeant({ name })).toBe(expected);
  });
});
