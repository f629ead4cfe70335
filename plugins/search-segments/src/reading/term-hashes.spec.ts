import { describe, expect, it } from '@jest/globals';
import { packedKeys, termKey } from '../documents/term-keys.js';
import { documentHas } from './document-terms.js';
import { documentHasByHash } from './term-hashes.js';

const WORDS = ['a', 'invoice', 'invoices', 'rent', 'rental', 'é', '請求', '𠮷野', '4711', '!rent'];
const OTHERS = ['b', 'invoic', 'ren', 'rente', 'ë', '請', '471', '47110', ''];

describe('documentHasByHash', () => {
  const texts = { name: packedKeys('name', ['rent']), notes: Buffer.of(), content: packedKeys('content', WORDS) };
  const leafOf = (...terms: { field: 'content' | 'name' | 'notes'; term: string; isPrefix?: boolean }[]) => ({
    key: '',
    fields: terms.map(({ field, term, isPrefix = false }) => {
      return { field, ranges: [], keys: [{ key: termKey(field, term), isPrefix }] };
    }),
    needle: undefined,
  });

  it.each([...WORDS, ...OTHERS])('a document has the term %j by its hash when it has it by its terms', (term) => {
    for (const field of ['content', 'name', 'notes'] as const) {
      for (const isPrefix of [false, true]) {
        const leaf = leafOf({ field, term, isPrefix });
        expect(documentHasByHash(texts, leaf)).toBe(documentHas(texts, leaf));
      }
    }
  });

  it('a document has a leaf when one of its fields has all of its terms', () => {
    expect(documentHasByHash(texts, leafOf({ field: 'name', term: 'x' }, { field: 'content', term: '4711' }))).toBe(
      true,
    );
    expect(documentHasByHash(texts, leafOf({ field: 'name', term: 'x' }, { field: 'content', term: 'y' }))).toBe(false);
  });
});
