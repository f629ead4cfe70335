import { describe, expect, it } from '@jest/globals';
import { attachmentHeader } from './attachment-header.js';

describe('attachmentHeader', () => {
  it.each([
    ['plain.txt', `attachment; filename*=UTF-8''plain.txt`],
    ['Größe 漢.pdf', `attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E6%BC%A2.pdf`],
    ['a"b\\c%41;d', `attachment; filename*=UTF-8''a%22b%5Cc%2541%3Bd`],
    ["it's (1)*!", `attachment; filename*=UTF-8''it%27s%20%281%29%2A%21`],
    ['line\r\nset-cookie: a', `attachment; filename*=UTF-8''lineset-cookie%3A%20a`],
    ['invoice\u202Efdp.exe', `attachment; filename*=UTF-8''invoicefdp.exe`],
    ['../../x', `attachment; filename*=UTF-8''x`],
    ['half a pair \uD83D', `attachment; filename*=UTF-8''half%20a%20pair%20%EF%BF%BD`],
  ])('attachmentHeader percent-encodes the name %j', (name, header) => {
    expect(attachmentHeader(name)).toBe(header);
  });

  it.each(['x', 'é', '漢', '😀'])('the header stays below 4 KB for the longest name, of %s', (character) => {
    const header = attachmentHeader(`${character.repeat(251)}.pdf`);
    expect(header.length).toBeLessThan(4096);
    expect(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)?.[1] ?? '')).toBe(`${character.repeat(251)}.pdf`);
  });
});
