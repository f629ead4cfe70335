import type { SearchSort } from '@archivolt/plugin-kit';
import { sortKey } from '@archivolt/plugin-kit';
import { aSearchDocument, evaluateSearch, type SeededDocument } from '@archivolt/plugin-kit/testing';
import fc from 'fast-check';
import { UnitOfWork } from '#libs/database';
import { Counters } from '#libs/history';
import { createId } from '#libs/kernel';
import { interpretQuery, SearchService, type QueryResolver } from '#libs/search';
import type { ApiClient } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';

/** Few words, so that random queries match documents. */
const WORDS = [
  'invoice',
  'Invoice-2024',
  'inv',
  'tax',
  'taxes',
  'café',
  'cafe',
  'naïve',
  'Straße',
  'STRASSE',
  'ﬁle',
  'file',
  "o'clock",
  '100%',
  'a_b',
  'back\\slash',
  '1,234',
  '1234',
  '請求書',
  '請求',
  'việt',
  'emoji😀text',
  'ΟΔΟΣ',
  'İstanbul',
];
const TAG_NAMES = ['invoice', 'Two Words', 'Été', '100%', "o'clock", 'tag:colon', '-minus'];
const DAYS = ['2023-12-31', '2024-01-01', '2024-02-29', '2025-06-15', '2026-01-01'];
const PIECES = [
  ...['and', 'AND', 'or', 'OR', 'not', 'NOT', '(', ')', '((', '))', '-', '--', '"', '""', ':', '::', '=', '>', '<'],
  ...['tag:', 'name:', 'content:', 'created:', 'date:', 'has:', '-tag:', 'tag:(', 'has:tags', 'has:date', 'TAG:'],
  ...['date:>=', 'created:<', 'date:2024', 'date:2024-02', 'date:now', 'date:"June 15, 2025"', 'created:>2024-01-01'],
  ...['unknown:', '"constructor":', 'has:__proto__', 'http://x', '*', '?', '\\', '&', '|', '!', "'", "'--", '$1', ';'],
  ...['\u202e', '\u200b', '\ufeff', '\u0301', '😀', '👩‍👩‍👧', 'ﷺ', '\t', '\n', '\r', '%', '_', '{}', '[]', '<->', ':*'],
];

export interface Corpus {
  organizationId: string;
  documents: readonly SeededDocument[];
  tags: readonly { id: string; name: string }[];
}

/** Random documents of one organization, written directly to the tables: the API would take minutes. */
export async function writeCorpus(app: TestApp, api: ApiClient, organizationId: string): Promise<Corpus> {
  const tags: { id: string; name: string }[] = [];
  for (const name of TAG_NAMES) {
    const body = { name, color: '#336699' };
    tags.push(
      (await api.post<{ tag: { id: string; name: string } }>(`/api/organizations/${organizationId}/tags`, body)).body
        .tag,
    );
  }
  const words = (most: number) => fc.array(fc.constantFrom(...WORDS), { maxLength: most }).map((all) => all.join(' '));
  const facts = fc.record({
    name: words(4).map((name) => name || 'untitled'),
    content: words(12),
    created: fc.constantFrom(...DAYS),
    updated: fc.constantFrom(...DAYS),
    date: fc.option(fc.constantFrom(...DAYS), { nil: undefined }),
    tagIds: fc.subarray(tags.map(({ id }) => id)),
    trashed: fc.integer({ max: 9, min: 0 }).map((number) => number === 0),
  });
  const documents = fc
    .sample(facts, { numRuns: 80, seed: 20 })
    .map(({ date, ...rest }) =>
      aSearchDocument({ id: createId('doc'), organizationId, ...rest, ...(date === undefined ? {} : { date }) }),
    );
  const search = app.app.get(SearchService, { strict: false });
  await app.app.get(UnitOfWork, { strict: false }).run(async (tx) => {
    for (const document of documents) {
      await tx.sql.query(`insert into stored_file (storage_key, state) values ($1, 'committed')`, [document.id]);
      const [row] = await tx.sql.query<{ sequence: string }>(
        `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
           original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, content, document_date,
           extraction_status, deleted_at)
         values ($1, $2, $3, $4, $5, 1, $1, $1, $5, $6, 'text/plain', $7, $8, 'completed', case when $9 then now() end)
         returning sequence`,
        [
          document.id,
          document.createdAt,
          document.updatedAt,
          organizationId,
          document.name,
          sortKey(document.name),
          document.content,
          document.documentDate,
          document.trashed,
        ],
      );
      document.sequence = String(row?.sequence);
      await tx.sql.query('insert into document_tag (document_id, tag_id) select $1, unnest($2::text[])', [
        document.id,
        document.tagIds,
      ]);
    }
    await search.index(
      tx.sql,
      documents.filter(({ trashed }) => !trashed),
    );
  });
  await app.app.get(Counters, { strict: false }).mend(organizationId);
  return { organizationId, documents, tags };
}

/** Queries of a user, a careless user and an attacker, of at most 1024 characters. */
export function anyQuery({ tags }: Corpus): fc.Arbitrary<string> {
  const quoted = fc.constantFrom(...WORDS, ...TAG_NAMES).map((word) => `"${word}"`);
  const filter = fc
    .tuple(
      fc.constantFrom('', '', '-', 'NOT '),
      fc.constantFrom('tag', 'name', 'content', 'created', 'date', 'has', 'nothing'),
      fc.constantFrom('', '', '>', '>=', '<', '<=', '='),
      fc.oneof(quoted, fc.constantFrom(...WORDS, ...DAYS, ...tags.map(({ id }) => id), 'tags', 'date', 'now', '2024')),
    )
    .map(([sign, field, operator, value]) => `${sign}${field}:${operator}${value}`);
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
    { weight: 4, arbitrary: filter },
    { weight: 2, arbitrary: quoted },
    { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12, unit: 'binary' }) },
  );
  const joined = fc
    .tuple(fc.array(piece, { maxLength: 14 }), fc.constantFrom(' ', ' ', ' ', '', '  ', '\u00a0', '\u3000'))
    .map(([pieces, separator]) => pieces.join(separator));
  const wild = fc.string({ maxLength: 60, unit: 'binary' });
  const long = fc
    .tuple(fc.constantFrom(...PIECES, ...WORDS), fc.integer({ max: 600, min: 50 }))
    .map(([part, times]) => part.repeat(times));
  return fc
    .oneof({ weight: 20, arbitrary: joined }, { weight: 3, arbitrary: wild }, { weight: 1, arbitrary: long })
    .map((query) => query.slice(0, 1024).toWellFormed().replaceAll('\0', ''));
}

export const anySort: fc.Arbitrary<SearchSort> = fc.record({
  field: fc.constantFrom('createdAt', 'updatedAt', 'name', 'documentDate'),
  order: fc.constantFrom('asc', 'desc'),
});

/** The ids that the listing must return, computed by evaluating the query on every document. */
export async function expectedIds(
  { organizationId, documents, tags }: Corpus,
  query: string,
  sort: SearchSort,
): Promise<string[]> {
  const resolver: QueryResolver = {
    propertiesByKey: () => Promise.resolve(new Map()),
    userIds: () => Promise.resolve(new Map()),
    tagIdsByNameOrId: (names) =>
      Promise.resolve(
        new Map(
          names.map((name) => [
            name,
            tags.filter((tag) => tag.id === name || tag.name.toLowerCase() === name).map(({ id }) => id),
          ]),
        ),
      ),
  };
  const { tree } = await interpretQuery(query, { now: new Date() }, resolver);
  return evaluateSearch(documents, { organizationId, tree }, sort);
}
