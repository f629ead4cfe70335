import { expect } from '@jest/globals';
import type { SearchDocument } from '../../src/search/search-backend.js';
import { aSearchDocument, ORGANIZATION, type SeededDocument } from './seeded-document.js';
import { ALL, CREATED, OTHER_TAG, TAG, text, type SuiteTools } from './suite-tools.js';

/** What only external backends promise. */
export function describeDeliveries({ check, given, found, external }: SuiteTools): void {
  check(
    'replaces tags and dates of a document that is delivered again',
    async () => {
      const [a] = await given({ id: 'a', content: 'word', tagIds: [TAG], date: '2026-01-01' });
      const changed = { ...known(a), tagIds: [OTHER_TAG], documentDate: null, updatedAt: new Date('2026-05-01') };
      await external().seed([changed]);
      expect(await found({ kind: 'tag', tagIds: [TAG] })).toEqual([]);
      expect(await found({ kind: 'tag', tagIds: [OTHER_TAG] })).toEqual(['a']);
      expect(await found({ kind: 'has', what: 'documentDate' })).toEqual([]);
      await external().seed([{ ...changed, tagIds: [] }, aSearchDocument({ id: 'b', updated: '2026-04-01' })]);
      expect(await found({ kind: 'has', what: 'tags' })).toEqual([]);
      expect(await found(ALL, { field: 'updatedAt', order: 'asc' })).toEqual(['b', 'a']);
    },
    'external',
  );

  check(
    'ignores a delivery with an older version than the one it has',
    async () => {
      const [a] = await given({ id: 'a', content: 'newer' });
      const { backend } = external();
      await backend.index([delivered({ ...known(a), content: 'older' }, '0')]);
      expect(await found(text('newer'))).toEqual(['a']);
      expect(await found(text('older'))).toEqual([]);
    },
    'external',
  );

  check(
    'answers from the present index during a rebuild, and from the new one after the switch, with the changes in between',
    async () => {
      const [a, b, c] = await given(
        { id: 'a', content: 'one' },
        { id: 'b', content: 'one' },
        { id: 'c', content: 'one' },
      );
      const { backend } = external();
      if (backend.beginRebuild === undefined) return;
      await backend.index([delivered(aSearchDocument({ id: 'lost', content: 'one' }), '1')]);
      const build = await backend.beginRebuild();
      await build.index([delivered(known(a), HIGH), delivered(known(b), HIGH), delivered(known(c), HIGH)]);
      expect(await found(text('one'))).toEqual(['a', 'b', 'c', 'lost']);
      const changed = delivered({ ...known(b), content: 'two' }, HIGHER);
      const removed = [{ id: 'c', organizationId: ORGANIZATION, version: HIGHER }];
      for (const receiver of [backend, build]) {
        await receiver.index([changed]);
        await receiver.remove(removed);
      }
      expect(await found(text('one'))).toEqual(['a', 'lost']);
      await build.switch();
      expect(await found(text('one'))).toEqual(['a']);
      expect(await found(text('two'))).toEqual(['b']);
      expect(await found(ALL)).toEqual(['a', 'b']);
      await external().seed([aSearchDocument({ id: 'd', content: 'one' })]);
      expect(await found(text('one'))).toEqual(['a', 'd']);
    },
    'external',
  );

  check(
    'begins a rebuild with an empty index after one that was not completed',
    async () => {
      const [a] = await given({ id: 'a', content: 'word' });
      const { backend } = external();
      if (backend.beginRebuild === undefined) return;
      const discarded = await backend.beginRebuild();
      await discarded.index([delivered(aSearchDocument({ id: 'b', content: 'word' }), HIGH)]);
      await discarded.discard();
      expect(await found(text('word'))).toEqual(['a']);
      const abandoned = await backend.beginRebuild();
      await abandoned.index([delivered(aSearchDocument({ id: 'c', content: 'word' }), HIGH)]);
      const build = await backend.beginRebuild();
      await build.index([delivered(known(a), HIGH)]);
      await build.switch();
      expect(await found(text('word'), CREATED)).toEqual(['a']);
    },
    'external',
  );
}

const HIGH = '1000000';
const HIGHER = '1000001';

function known(document: SeededDocument | undefined): SeededDocument {
  if (document === undefined) throw new Error('the document was given');
  return document;
}

function delivered({ trashed: _, ...document }: SeededDocument, version: string): SearchDocument {
  return { ...document, version };
}
