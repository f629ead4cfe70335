import type { PropertyValue, SearchSort } from '@archivolt/plugin-kit';
import { sortKey } from '@archivolt/plugin-kit';
import { aSearchDocument, evaluateSearch, type SeededDocument } from '@archivolt/plugin-kit/testing';
import fc from 'fast-check';
import { UnitOfWork } from '#ground/database';
import { Counters } from '#ground/history';
import { createId } from '#ground/kernel';
import { propertyKey } from '#capabilities/query';
import { interpretQuery, SearchService, type QueryResolver, type SearchableProperty } from '#capabilities/search';
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
const MIME_TYPES = ['text/plain', 'text/csv', 'application/pdf', 'image/png', 'message/rfc822'];
const PROPERTIES = [
  { name: 'Due Date', type: 'date' },
  { name: 'Amount', type: 'number' },
  { name: 'Paid', type: 'boolean' },
  { name: 'Category', type: 'text' },
  { name: 'Status', type: 'select', options: [{ name: 'Open' }, { name: 'In progress' }] },
] as const;
const NUMBERS = [-3, 0, 1.5, 1234];
const PIECES = [
  ...['and', 'AND', 'or', 'OR', 'not', 'NOT', '(', ')', '((', '))', '-', '--', '"', '""', ':', '::', '=', '>', '<'],
  ...['tag:', 'name:', 'content:', 'created:', 'date:', 'has:', '-tag:', 'tag:(', 'has:tags', 'has:date', 'TAG:'],
  ...['date:>=', 'created:<', 'date:2024', 'date:2024-02', 'date:now', 'date:"June 15, 2025"', 'created:>2024-01-01'],
  ...[
    'notes:',
    'type:',
    'type:pdf',
    'type:text',
    'type:image/',
    'has:amount',
    '-has:"due date"',
    'has:STATUS',
    '1.234',
  ],
  ...['amount:>', 'amount:<=1', '-amount:0', 'paid:yes', 'PAID:no', 'category:"', 'status:(', 'status:"in progress"'],
  ...['duedate:', '"Due Date":>=', 'due-date:2024', 'amount:(>0 <9)', 'category:tax', 'amount:NaN', 'status:>open'],
  ...['unknown:', '"constructor":', 'has:__proto__', 'http://x', '*', '?', '\\', '&', '|', '!', "'", "'--", '$1', ';'],
  ...['\u202e', '\u200b', '\ufeff', '\u0301', '😀', '👩‍👩‍👧', 'ﷺ', '\t', '\n', '\r', '%', '_', '{}', '[]', '<->', ':*'],
];

export interface Corpus {
  organizationId: string;
  documents: readonly SeededDocument[];
  tags: readonly { id: string; name: string }[];
  /** By key. */
  properties: ReadonlyMap<string, SearchableProperty>;
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
  const properties = new Map<string, SearchableProperty>();
  for (const body of PROPERTIES) {
    const path = `/api/organizations/${organizationId}/custom-properties`;
    const created = await api.post<{ propertyDefinition: SearchableProperty }>(path, body);
    const { id, type, options } = created.body.propertyDefinition;
    properties.set(propertyKey(body.name), { id, type, options });
  }
  const words = (most: number) => fc.array(fc.constantFrom(...WORDS), { maxLength: most }).map((all) => all.join(' '));
  const facts = fc.record({
    name: words(4).map((name) => name || 'untitled'),
    content: words(12),
    notes: words(2),
    mimeType: fc.constantFrom(...MIME_TYPES),
    properties: fc.tuple(...[...properties.values()].map(anyValue)).map((values) => values.flat()),
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
           extraction_status, deleted_at, notes)
         values ($1, $2, $3, $4, $5, 1, $1, $1, $5, $6, $10, $7, $8, 'completed', case when $9 then now() end, $11)
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
          document.mimeType,
          document.notes,
        ],
      );
      document.sequence = String(row?.sequence);
      await tx.sql.query('insert into document_tag (document_id, tag_id) select $1, unnest($2::text[])', [
        document.id,
        document.tagIds,
      ]);
      for (const value of document.properties) {
        await tx.sql.query(
          `insert into document_custom_property (document_id, property_id, text_value, number_value, date_value,
             boolean_value, option_id) values ($1, $2, $3, $4, $5, $6, $7)`,
          [document.id, value.propertyId, ...columnsOf(value)],
        );
      }
    }
    await search.index(
      tx.sql,
      documents.filter(({ trashed }) => !trashed),
    );
  });
  await app.app.get(Counters, { strict: false }).mend(organizationId);
  return { organizationId, documents, tags, properties };
}

/** No value, or one of the type of the property. */
function anyValue({ id: propertyId, type, options }: SearchableProperty): fc.Arbitrary<PropertyValue[]> {
  const none = fc.constant<PropertyValue[]>([]);
  switch (type) {
    case 'date':
      return fc.oneof(
        none,
        fc.constantFrom(...DAYS).map((day) => [{ propertyId, type, date: new Date(day) }]),
      );
    case 'number':
      return fc.oneof(
        none,
        fc.constantFrom(...NUMBERS).map((number) => [{ propertyId, type, number }]),
      );
    case 'boolean':
      return fc.oneof(
        none,
        fc.boolean().map((boolean) => [{ propertyId, type, boolean }]),
      );
    case 'text':
      return fc.oneof(
        none,
        fc.constantFrom(...WORDS).map((text) => [{ propertyId, type, text }]),
      );
    default: {
      const ids = options.map(({ id }) => id);
      return fc.oneof(
        none,
        fc.constantFrom(...ids).map((id): PropertyValue[] => [{ propertyId, type: 'option', optionIds: [id] }]),
      );
    }
  }
}

function columnsOf(value: PropertyValue): unknown[] {
  return [
    value.type === 'text' ? value.text : null,
    value.type === 'number' ? value.number : null,
    value.type === 'date' ? value.date : null,
    value.type === 'boolean' ? value.boolean : null,
    value.type === 'option' ? value.optionIds[0] : null,
  ];
}

/** Queries of a user, a careless user and an attacker, of at most 1024 characters. */
export function anyQuery({ tags }: Corpus): fc.Arbitrary<string> {
  const quoted = fc.constantFrom(...WORDS, ...TAG_NAMES).map((word) => `"${word}"`);
  const filter = fc
    .tuple(
      fc.constantFrom('', '', '-', 'NOT '),
      fc.constantFrom(
        ...['tag', 'name', 'content', 'created', 'date', 'has', 'nothing', 'notes', 'type'],
        ...['amount', 'paid', 'category', 'status', '"Due Date"'],
      ),
      fc.constantFrom('', '', '>', '>=', '<', '<=', '='),
      fc.oneof(
        quoted,
        fc.constantFrom(
          ...WORDS,
          ...DAYS,
          ...tags.map(({ id }) => id),
          'tags',
          'date',
          'now',
          '2024',
          'pdf',
          '1.5',
          'open',
        ),
      ),
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
  { organizationId, documents, tags, properties }: Corpus,
  query: string,
  sort: SearchSort,
): Promise<string[]> {
  const resolver: QueryResolver = {
    propertiesByKey: (keys) => Promise.resolve(new Map([...properties].filter(([key]) => keys.includes(key)))),
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
