import { describe, expect, it } from '@jest/globals';
import { attachmentHeader } from './attachment-header.js';

describe('attachmentHeader', () => {
  it.each([
    ['plain.txt', `attachment; filename="plain.txt"; filename*=UTF-8''plain.txt`],
    ['Größe 漢.pdf', `attachment; filename="Gr__e _.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E6%BC%A2.pdf`],
    ['a"b\\c%41;d', `attachment; filename="a_b_c_41;d"; filename*=UTF-8''a%22b%5Cc%2541%3Bd`],
    ["it's (1)*!", `attachment; filename="it's (1)*!"; filename*=UTF-8''it%27s%20%281%29%2A%21`],
    [
      'line\r\nset-cookie: a',
      `attachment; filename="line__set-cookie: a"; filename*=UTF-8''line%0D%0Aset-cookie%3A%20a`,
    ],
    ['half a pair \uD83D', `attachment; filename="half a pair _"; filename*=UTF-8''half%20a%20pair%20%EF%BF%BD`],
  ])('carries the name %j in both forms', (name, header) => {
    expect(attachmentHeader(name)).toBe(header);
  });

  it.each([
    ['é', 4_000],
    ['x', 16_000],
    ['😀', 200],
    ['漢', 255],
  ])('keeps a name of many %s (%i) below 4 KB and keeps its extension', (character, count) => {
    const header = attachmentHeader(`${character.repeat(count)}.pdf`);
    expect(header.length).toBeLessThan(4096);
    const name = decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)?.[1] ?? '');
    expect(name.length).toBeLessThanOrEqual(255);
    expect(name.replaceAll(character, '')).toBe('.pdf');
  });

  it('cuts a name without an extension at its end', () => {
    expect(attachmentHeader('a'.repeat(300))).toContain(`filename="${'a'.repeat(255)}"`);
  });
});
