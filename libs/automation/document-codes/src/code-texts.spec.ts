import { describe, expect, it } from '@jest/globals';
import { archiveNumberIn, tagNameIn } from './code-texts.js';

describe('what the text of a code means', () => {
  it.each<[string, number | null | undefined]>([
    ['ASN00042', 42],
    ['ASN 42', 42],
    ['asn:42', 42],
    ['ASN-42', 42],
    [' ASN00042 ', 42],
    ['ASN999999999', 999_999_999],
    ['ASN', null],
    ['ASN 0', null],
    ['ASN00000', null],
    ['ASN --5', null],
    ['ASN -5', null],
    ['ASN+5', null],
    ['ASN4.2', null],
    ['ASN1000000000', null],
    [`ASN${'9'.repeat(400)}`, null],
    ['ASN42x', null],
    ['ASNABLE', undefined],
    ['42', undefined],
    ['XASN42', undefined],
    ['https://example.com/ASN42', undefined],
    ['', undefined],
  ])('the label %j has the archive number %j', (text, number) => {
    expect(archiveNumberIn(text, 'ASN')).toBe(number);
  });

  it('an empty prefix begins no label', () => {
    expect([archiveNumberIn('42', ''), tagNameIn('invoice', '')]).toEqual([undefined, undefined]);
  });

  it('a prefix may have a separator of its own', () => {
    expect([archiveNumberIn('Nr. 42', 'Nr.'), archiveNumberIn('BOX-7/42', 'BOX-7/')]).toEqual([42, 42]);
  });

  it('a tag is named behind its prefix', () => {
    expect(tagNameIn('TAG:Invoice', 'TAG:')).toBe('Invoice');
    expect(tagNameIn('tag: paid bills ', 'TAG:')).toBe('paid bills');
    expect([tagNameIn('TAG:', 'TAG:'), tagNameIn('Invoice', 'TAG:')]).toEqual([undefined, undefined]);
  });
});
