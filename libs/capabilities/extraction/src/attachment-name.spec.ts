import { describe, expect, it } from '@jest/globals';
import { attachmentName } from './attachment-name.js';

describe('the name of a file in a file', () => {
  it.each([
    ['letters/2026/a.pdf', 'letters/2026/a.pdf'],
    ['../../etc/passwd', 'etc/passwd'],
    ['C:\\Users\\..\\a.pdf', 'C:/Users/a.pdf'],
    ['/absolute.txt', 'absolute.txt'],
    ['in\u202Efdp.exe', 'infdp.exe'],
    ['a\0b\r\nc\u200b.txt', 'abc.txt'],
    ['', 'attachment-3'],
    ['../.', 'attachment-3'],
  ])('the name of the attached file %j becomes %j', (name, clean) => {
    expect(attachmentName(name, 3)).toBe(clean);
  });

  it('the name of a file in a file keeps its end, which has the extension', () => {
    const clean = attachmentName(`${'é'.repeat(10_000)}.pdf`, 1);
    expect(clean).toHaveLength(255);
    expect(clean.endsWith('é.pdf')).toBe(true);
  });
});
