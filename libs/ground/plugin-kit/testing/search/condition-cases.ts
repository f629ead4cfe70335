import { expect } from '@jest/globals';
import type { SearchTree } from '../../src/search/search-backend.js';
import { OTHER_ORGANIZATION } from './seeded-document.js';
import { ALL, and, CREATED, not, or, OTHER_TAG, TAG, text, type SuiteTools } from './suite-tools.js';

export function describeConditions({ check, given, found }: SuiteTools): void {
  check('returns only documents of the requested organization', async () => {
    await given(
      { id: 'a', content: 'confidential plan', tagIds: [TAG] },
      {
        id: 'b',
        content: 'confidential report',
        tagIds: [TAG],
        organizationId: OTHER_ORGANIZATION,
        date: '2026-01-01',
      },
    );
    for (const tree of [
      text('confidential'),
      text('confidential plan'),
      not(text('report')),
      { kind: 'tag', tagIds: [TAG] },
      ALL,
      not(text('x')),
    ] as SearchTree[]) {
      expect(await found(tree)).toEqual(['a']);
    }
    expect(await found(text('plan'), CREATED, OTHER_ORGANIZATION)).toEqual([]);
    expect(await found(not(text('plan')), CREATED, OTHER_ORGANIZATION)).toEqual(['b']);
    expect(await found(ALL, CREATED, 'org_000000000000000000000009')).toEqual([]);
    expect(await found(not(text('plan')), CREATED, 'org_000000000000000000000009')).toEqual([]);
  });

  check('never returns a trashed document', async () => {
    await given(
      { id: 'a', content: 'tax', tagIds: [TAG] },
      { id: 'b', content: 'tax', tagIds: [TAG], date: '2026-01-01', trashed: true },
    );
    for (const tree of [
      ALL,
      text('tax'),
      not(text('other')),
      { kind: 'tag', tagIds: [TAG] },
      { kind: 'has', what: 'tags' },
    ] as SearchTree[]) {
      expect(await found(tree)).toEqual(['a']);
    }
    expect(await found({ kind: 'has', what: 'documentDate' })).toEqual([]);
  });

  check('filters by tags, alone and together with words', async () => {
    await given(
      { id: 'a', content: 'bill', tagIds: [TAG] },
      { id: 'b', content: 'bill', tagIds: [TAG, OTHER_TAG] },
      { id: 'c', content: 'bill' },
    );
    const tagged: SearchTree = { kind: 'tag', tagIds: [TAG] };
    const either: SearchTree = { kind: 'tag', tagIds: [TAG, OTHER_TAG] };
    expect(await found(either)).toEqual(['a', 'b']);
    expect(await found(and(tagged, { kind: 'tag', tagIds: [OTHER_TAG] }))).toEqual(['b']);
    expect(await found(not(tagged))).toEqual(['c']);
    expect(await found({ kind: 'tag', tagIds: [] })).toEqual([]);
    expect(await found(and(text('bill'), not({ kind: 'tag', tagIds: [OTHER_TAG] })))).toEqual(['a', 'c']);
    expect(await found(or(text('nowhere'), tagged))).toEqual(['a', 'b']);
    expect(await found(not({ kind: 'has', what: 'tags' }))).toEqual(['c']);
  });

  check('filters by dates: a missing date never matches, and always matches the negation', async () => {
    await given({ id: 'a', date: '2026-01-01' }, { id: 'b', date: '2026-01-02' }, { id: 'c' });
    const from = new Date('2026-01-02');
    expect(await found({ kind: 'date', field: 'documentDate', from })).toEqual(['b']);
    expect(await found({ kind: 'date', field: 'documentDate', before: from })).toEqual(['a']);
    expect(await found({ kind: 'date', field: 'documentDate' })).toEqual(['a', 'b']);
    expect(await found(not({ kind: 'date', field: 'documentDate', from }))).toEqual(['a', 'c']);
    expect(await found(not({ kind: 'has', what: 'documentDate' }))).toEqual(['c']);
    expect(await found({ kind: 'date', field: 'createdAt' })).toEqual(['a', 'b', 'c']);
    const extremes = { from: new Date(-8.64e15), before: new Date(8.64e15) };
    expect(await found({ kind: 'date', field: 'createdAt', ...extremes })).toEqual(['a', 'b', 'c']);
  });

  check('filters by creation time to the millisecond', async () => {
    await given({ id: 'a', created: '2026-01-12T00:00:00.000Z' }, { id: 'b', created: '2026-01-12T00:00:00.001Z' });
    const at = new Date('2026-01-12T00:00:00.001Z');
    expect(await found({ kind: 'date', field: 'createdAt', from: at })).toEqual(['b']);
    expect(await found({ kind: 'date', field: 'createdAt', before: at })).toEqual(['a']);
  });
}
