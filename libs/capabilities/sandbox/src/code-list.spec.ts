import { describe, expect, it } from '@jest/globals';
import { codeOf, LONGEST_CODE, MOST_CODE_BYTES, readCodeList, writeCodes, type FoundCode } from './code-list.js';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe('the list of codes that a process writes', () => {
  it('a code is one line without control characters, and not longer than the limit', () => {
    expect(codeOf(1, 'QRCode', ' ASN\u0000\u001b[31m\n42\u202e\u2028 ')).toEqual({
      ...{ page: 1, format: 'QRCode', text: 'ASN [31m 42', isCut: false },
    });
    const long = codeOf(2, 'QRCode', 'A'.repeat(4096));
    expect([long?.text.length, long?.isCut]).toEqual([LONGEST_CODE, true]);
    expect(codeOf(1, 'QRCode', `${'A'.repeat(LONGEST_CODE - 1)}😀`)?.text.isWellFormed()).toBe(true);
    expect(codeOf(1, 'QRCode', '\u0000\n ')).toBeUndefined();
  });

  it('what is written is read again', () => {
    const long = ['x'.repeat(600), 'five '.repeat(200), '😀'.repeat(300), `${'x'.repeat(499)}😀`];
    const codes = ['ASN00042', ...long].map((text) => codeOf(3, 'DataMatrix', text)) as FoundCode[];
    expect(readCodeList(writeCodes(codes), 3)).toEqual(codes);
  });

  it('a list of the longest codes stays within its bytes', () => {
    const code = codeOf(1, 'QRCode', '\u{10ffff}"'.repeat(250)) as FoundCode;
    const written = writeCodes(Array.from({ length: 5000 }, () => code));
    expect(written.length).toBeLessThanOrEqual(MOST_CODE_BYTES);
    expect(readCodeList(written, 1)?.length).toBeGreaterThan(1000);
  });

  const good = { page: 1, format: 'QRCode', text: 'good', isCut: false };
  it.each<[string, unknown]>([
    ['no JSON', undefined],
    ['no list', good],
    ['a page that was not looked at', [{ ...good, page: 3 }]],
    ['a page that is not a number', [{ ...good, page: '1' }]],
    ['another format', [{ ...good, format: 'Aztec' }]],
    ['a text with control characters', [{ ...good, text: 'go\u0007od' }]],
    ['a text beyond the limit', [{ ...good, text: 'x'.repeat(LONGEST_CODE + 1) }]],
    ['half a character', [{ ...good, text: '\ud800' }]],
    ['too many codes', Array.from({ length: 2001 }, () => good)],
    ['nothing in the list', [null]],
  ])('a list is refused when a process wrote %s', (_, value) => {
    expect(readCodeList(value === undefined ? Buffer.from('{') : bytes(value), 2)).toBeUndefined();
  });
});
