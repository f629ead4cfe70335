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

  check('filters by the size of the file and by its pages; unknown pages never match', async () => {
    await given(
      { id: 'a', size: 999, pages: 1 },
      { id: 'b', size: 1_000, pages: 2 },
      { id: 'c', size: 5_000_000_000, pages: 12 },
      { id: 'd', size: 0 },
    );
    const size = (bounds: object): SearchTree => ({ kind: 'number', field: 'size', ...bounds });
    const pages = (bounds: object): SearchTree => ({ kind: 'number', field: 'pages', ...bounds });
    expect(await found(size({}))).toEqual(['a', 'b', 'c', 'd']);
    expect(await found(size({ from: 1_000 }))).toEqual(['b', 'c']);
    expect(await found(size({ before: 1_000 }))).toEqual(['a', 'd']);
    expect(await found(size({ from: 0, before: 1 }))).toEqual(['d']);
    expect(await found(size({ from: 1e30 }))).toEqual([]);
    expect(await found(size({ from: 998.5, before: 1e30 }))).toEqual(['a', 'b', 'c']);
    expect(await found(pages({}))).toEqual(['a', 'b', 'c']);
    expect(await found(pages({ from: 2 }))).toEqual(['b', 'c']);
    expect(await found(pages({ from: 2, before: 3 }))).toEqual(['b']);
    expect(await found(pages({ before: 2 }))).toEqual(['a']);
    expect(await found(pages({ from: 3, before: 3 }))).toEqual([]);
    expect(await found(not(pages({ from: 2 })))).toEqual(['a', 'd']);
    expect(await found(and(pages({ from: 1 }), size({ before: 1_001 })))).toEqual(['a', 'b']);
  });

  check('filters by the language of the content', async () => {
    await given(
      { id: 'de', content: 'Wir haben die Rechnung mit der Post geschickt, aber sie ist nicht bei Ihnen.' },
      { id: 'en', content: 'We have sent the invoice with the mail, but it is not on your desk.' },
      {
        id: 'ja',
        content: '賃貸借契約書のコピーを同封します。ご確認ください。よろしくお願いいたします、お世話になります。',
      },
      { id: 'none', name: 'die Rechnung ist mit der Post', content: '4711 0815' },
    );
    const language = (...languages: string[]): SearchTree => ({ kind: 'language', languages });
    expect(await found(language('de'))).toEqual(['de']);
    expect(await found(language('en', 'ja', 'fr'))).toEqual(['en', 'ja']);
    expect(await found(language('und'))).toEqual(['none']);
    expect(await found(language())).toEqual([]);
    expect(await found(not(language('de')))).toEqual(['en', 'ja', 'none']);
    expect(await found(and(language('de', 'en'), text('invoice')))).toEqual(['en']);
    expect(await found(or(language('de'), { kind: 'number', field: 'size', before: 1 }))).toEqual(['de']);
  });

  check('filters by how a document came in, by who added it, and by notes', async () => {
    await given(
      { id: 'a', source: 'email', notes: 'call back' },
      { id: 'b', source: 'folder', ownerId: 'usr_1' },
      { id: 'c', ownerId: 'usr_2', notes: '!' },
    );
    const owner = (...userIds: string[]): SearchTree => ({ kind: 'owner', userIds });
    const source = (...sources: string[]): SearchTree => ({ kind: 'source', sources });
    expect(await found(source('email', 'folder'))).toEqual(['a', 'b']);
    expect(await found(source('upload'))).toEqual(['c']);
    expect(await found(source())).toEqual([]);
    expect(await found(not(source('email')))).toEqual(['b', 'c']);
    expect(await found(owner('usr_1', 'nul\0', 'half \ud800'))).toEqual(['b']);
    expect(await found(owner())).toEqual([]);
    expect(await found(not(owner('usr_1')))).toEqual(['a', 'c']);
    expect(await found({ kind: 'has', what: 'notes' })).toEqual(['a', 'c']);
    expect(await found(not({ kind: 'has', what: 'notes' }))).toEqual(['b']);
    expect(await found(and({ kind: 'has', what: 'notes' }, owner('usr_2')))).toEqual(['c']);
  });

  check('filters by what is in the inbox', async () => {
    await given({ id: 'a', isInInbox: true, notes: 'call back' }, { id: 'b' }, { id: 'c', isInInbox: true });
    const inbox: SearchTree = { kind: 'inbox' };
    expect(await found(inbox)).toEqual(['a', 'c']);
    expect(await found(not(inbox))).toEqual(['b']);
    expect(await found(and(inbox, { kind: 'has', what: 'notes' }))).toEqual(['a']);
  });
}
