import { describe, expect, it } from '@jest/globals';
import { documentHas } from '../reading/document-terms.js';
import { packedEdges, packedKeys, termKey } from './term-keys.js';

const keysOf = (packed: Uint8Array): string[] => Buffer.from(packed).toString('utf8').split('\0').slice(0, -1);
const inBytes = (keys: readonly string[]): string[] =>
  keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

const TERMS = ['b', 'ab', 'abcd', 'abce', 'a', '請求', '求', 'é', 'ﬁx', '𠮷野', '𝒳', '\uffee', '野家'];

describe('packedKeys', () => {
  it('packed keys are in the order of their bytes, even beyond the first 65,536 characters', () => {
    const keys = keysOf(packedKeys('content', TERMS));
    expect(keys).toHaveLength(TERMS.length);
    expect(keys).toEqual(inBytes(keys));
    expect(new Set(keys)).toEqual(new Set(TERMS.map((term) => `.${term}`)));
  });
});

describe('packedEdges', () => {
  it('packed edges are the first one, two and three characters of every term, once each, in the order of their bytes', () => {
    const edges = keysOf(packedEdges(packedKeys('content', TERMS)));
    const expected = TERMS.flatMap((term) => [1, 2, 3].map((count) => Array.from(term).slice(0, count).join('')));
    expect(edges).toEqual(inBytes([...new Set(expected)].map((edge) => `^${edge}`)));
  });

  it('marked terms have no edges', () => {
    const edges = packedEdges(packedKeys('content', ['!rent', '#rent', '$short', '+tner', 'rent']));
    expect(keysOf(edges)).toEqual(['^r', '^re', '^ren']);
  });

  it('stored terms without an end are refused, instead of being read without end', () => {
    expect(() => packedEdges(Buffer.from('.b\0.c'))).toThrow('the terms of a document have no end');
    const texts = { name: Buffer.from('/b\0/c'), notes: Buffer.of(), content: Buffer.of() };
    const fields = [{ field: 'name' as const, ranges: [], keys: [{ key: termKey('name', 'x'), isPrefix: false }] }];
    const leaf = { key: '', fields, needle: undefined };
    expect(() => documentHas(texts, leaf)).toThrow('the terms of a document have no end');
  });

  it('a text without words has no packed edges', () => {
    expect(packedEdges(packedKeys('content', []))).toHaveLength(0);
  });
});
