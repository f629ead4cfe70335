import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import type pg from 'pg';
import { Clock } from '#ground/kernel';
import { createOrm, createPool, sqlOver, UnitOfWork } from '#ground/database';
import { TextThreads } from '#capabilities/search';
import { createMigratedDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { RuleCandidates, cursorOf } from './rule-candidates.js';
import { RuleFacts, type Candidate } from './rule-facts.repository.js';
import { RuleMatcher } from './rule-matcher.js';
import { foldTexts, ruleMatches } from './rule-matching.js';
import { ruleSql } from './rule-sql.js';
import { MATCH_MODES, type KnownCondition, type Matching } from './tagging-rule.js';

/** Letters that SQL, LIKE, regular expressions and locales treat specially. */
const LETTERS = [
  ...['a', 'A', 'k', 'K', '\u212A', 'i', 'I', '\u0130', '\u0131', '\u0307', 'é', 'E\u0301', 'É', 'ß', 'ẞ', 'ss'],
  ...[
    'σ',
    'ς',
    'Σ',
    'ΑΣ',
    'ǅ',
    'Å',
    '\u212B',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '$1',
    '*',
    '.',
    '(',
    ' ',
    '\n',
    '\u00A0',
    'ﬁ',
    'Ａ',
    '\u2028',
    '😀',
  ],
];
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...LETTERS), { maxLength }).map((letters) => letters.join(''));
const ascii = ['a', 'A', 'k', 'K', 'i', 'f', 'I', '%', '_', '\\', "'", '\u212A'];
const value = fc.oneof(
  fc.array(fc.constantFrom(...ascii), { minLength: 1, maxLength: 3 }).map((letters) => letters.join('')),
  text(3).filter((given) => given !== ''),
);

const TEXT_OPERATORS = ['equal', 'not_equal', 'contains', 'not_contains', 'starts_with', 'ends_with'] as const;
const PROPERTY_TYPES = ['text', 'number', 'date', 'boolean', 'multi_select'] as const;
const NUMBERS = ['-1.5', '0', '0.1', '12', '12.000000000000002', '5e-324', '1.7976931348623157e+308'];
const DAYS = ['0001-01-01', '1969-12-31', '2024-02-29', '2024-03-01', '9999-12-31'];
const OPTIONS = ['cpso_a', 'cpso_b', 'cpso_c'];

const textCondition = (names: readonly string[]): fc.Arbitrary<KnownCondition> =>
  fc.record({
    field: fc.constantFrom('name', 'content', 'type'),
    operator: fc.constantFrom(...TEXT_OPERATORS),
    value: fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(...names, 'TEXT/Plain') }),
  });

/** Parts that are found often, with what is special to regular expressions. */
const PATTERNS = [
  '^a',
  'k$',
  'a.',
  '[aäk]+i',
  '(?-i)A',
  'ss|ß',
  'σ',
  '\\\\',
  'fi',
  '^.{0,2}$',
  '\\pL{3}',
  'é',
  '\\s',
  '☃',
];

const ofKind = (
  fixed: Pick<KnownCondition, 'field' | 'propertyDefinitionId' | 'propertyType'>,
  operators: readonly KnownCondition['operator'][],
  wanted: fc.Arbitrary<string>,
): fc.Arbitrary<KnownCondition> =>
  fc.record({ operator: fc.constantFrom(...operators), value: wanted }).map((rest) => ({ ...fixed, ...rest }));

const ORDERS = ['equal', 'greater_than', 'less_than'] as const;
const MATCHES = ['matches', 'not_matches'] as const;
const ranges = (ends: readonly string[]) =>
  fc.tuple(fc.constantFrom(...ends), fc.constantFrom(...ends)).map(([least, most]) => `${least}..${most}`);
const TIMES = ['equal', 'before', 'after', 'is_set', 'is_not_set'] as const;
const property = (propertyType: (typeof PROPERTY_TYPES)[number]) => ({
  ...{ field: 'property' as const, propertyDefinitionId: `cpd_${propertyType}`, propertyType },
});

/** On all other fields, on each type of property, and now and then on a deleted property. */
const otherCondition: fc.Arbitrary<KnownCondition> = fc.oneof(
  ofKind({ field: 'source' }, ['equal', 'not_equal'], fc.constantFrom('upload', 'email', 'folder')),
  ofKind({ field: 'size' }, ORDERS, fc.constantFrom('0', '1', '7', '9007199254740991')),
  ofKind({ field: 'documentDate' }, TIMES, fc.constantFrom(...DAYS)),
  ofKind(property('text'), [...TEXT_OPERATORS, 'is_set', 'is_not_set'], value),
  ofKind(property('number'), [...ORDERS, 'is_set', 'is_not_set'], fc.constantFrom(...NUMBERS)),
  ofKind(property('date'), TIMES, fc.constantFrom(...DAYS)),
  ofKind(property('text'), MATCHES, fc.constantFrom(...PATTERNS)),
  ofKind({ field: 'name' }, MATCHES, fc.constantFrom(...PATTERNS)),
  ofKind(property('number'), ['between'], ranges(NUMBERS)),
  ofKind(property('date'), ['between'], ranges(DAYS)),
  ofKind({ field: 'documentDate' }, ['between'], ranges(DAYS)),
  ofKind({ field: 'size' }, ['between'], ranges(['0', '1', '7'])),
  ofKind(property('boolean'), ['equal', 'not_equal', 'is_set'], fc.constantFrom('true', 'false')),
  ofKind(property('multi_select'), ['equal', 'not_equal', 'is_not_set'], fc.constantFrom(...OPTIONS, 'cpso_gone')),
  ofKind({ field: 'property', propertyDefinitionId: 'cpd_gone', propertyType: null }, ['equal'], value),
);

/** Gives the documents of an organization random sources, sizes, dates and values; some have none. */
async function insertFacts(organizationId: string): Promise<void> {
  await pool.query(
    `update document set source = (array['upload', 'email', 'plugin'])[1 + (hashtext(id) & 1)], original_size = hashtext(id) & 7,
       mime_type = case when (hashtext(id) & 3) = 0 then 'Text/PLAIN' else 'image/png' end,
       document_date = case when (hashtext(id) & 4) = 0 then null
         else (($2::text[])[1 + (hashtext(id) & 1023) % 5] || 'T23:59:59.999Z')::timestamptz end
     where organization_id = $1`,
    [organizationId, DAYS],
  );
  for (const type of PROPERTY_TYPES)
    await pool.query(
      `insert into custom_property (id, organization_id, name, key, type) values ('cpd_' || $2, $1, $2, $2, $2)`,
      [organizationId, type],
    );
  await pool.query(
    `insert into custom_property_option (id, property_id, name, key)
     select id, 'cpd_multi_select', id, id from unnest($1::text[]) id`,
    [OPTIONS],
  );
  const { rows } = await pool.query<{ id: string }>('select id from document where organization_id = $1', [
    organizationId,
  ]);
  const given = fc.sample(
    fc.record({
      text: fc.option(text(6)),
      number: fc.option(fc.constantFrom(...NUMBERS)),
      date: fc.option(fc.constantFrom(...DAYS)),
      boolean: fc.option(fc.boolean()),
      options: fc.subarray(OPTIONS),
    }),
    { numRuns: rows.length, seed: 3 },
  );
  for (const [index, { id }] of rows.entries()) {
    const { text: words, number, date, boolean, options } = given[index] ?? { options: [] };
    await pool.query(
      `insert into document_custom_property (document_id, property_id, position, text_value, number_value, date_value,
         boolean_value, option_id)
       select $1, * from (values
         ('cpd_text', 0, $2::text, null::float8, null::timestamptz, null::boolean, null::text),
         ('cpd_number', 0, null, $3::float8, null, null, null),
         ('cpd_date', 0, null, null, ($4 || 'T00:00:00Z')::timestamptz, null, null),
         ('cpd_boolean', 0, null, null, null, $5::boolean, null)) as v(p, n, t, f, d, b, o)
       where num_nonnulls(t, f, d, b) = 1
       union all select $1, 'cpd_multi_select', n::int, null, null, null, null, o from unnest($6::text[]) with ordinality as u(o, n)`,
      [id, words ?? null, number ?? null, date ?? null, boolean ?? null, options],
    );
  }
}

let database: TestDatabase;
let pool: pg.Pool;
let orm: MikroORM;
let candidates: RuleCandidates;
const facts = new RuleFacts();

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = createPool(database.url, 4);
  orm = await createOrm(pool);
  candidates = new RuleCandidates(
    new UnitOfWork(orm),
    new RuleMatcher(new TextThreads(), new Clock()),
    facts,
    new Clock(),
  );
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

async function insertDocuments(organizationId: string, documents: { name: string; content: string }[]): Promise<void> {
  await pool.query(`insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), 'Test')`, [
    organizationId,
  ]);
  const keys = documents.map((_, index) => `${organizationId}/${String(index).padStart(6, '0')}`);
  await pool.query(`insert into stored_file (storage_key, state) select unnest($1::text[]), 'committed'`, [keys]);
  await pool.query(
    `insert into document (id, created_at, updated_at, organization_id, original_name, original_size, original_sha256_hash,
       original_storage_key, name, name_sort_key, mime_type, content, extraction_status)
     select key, now() - make_interval(secs => place / 3), now(), $1, name, 1, key, key, name, name, 'text/plain', content, 'completed'
     from rows from (unnest($2::text[]), unnest($3::text[]), unnest($4::text[])) with ordinality as item(key, name, content, place)`,
    [organizationId, keys, documents.map(({ name }) => name), documents.map(({ content }) => content)],
  );
}

async function allPages(organizationId: string, size: number): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (let after: string | null = null; ;) {
    const page: Candidate[] = await candidates.page({ organizationId }, { tagIds: [], after, size });
    const last = page.at(-1);
    if (!last) return found;
    found.push(...page);
    after = cursorOf(last);
  }
}

describe('RuleCandidates', () => {
  it('finds the same documents in the database as one by one, whatever the texts and values', async () => {
    const documents = fc.sample(fc.record({ name: text(4), content: text(8) }), { numRuns: 400, seed: 7 });
    await insertDocuments('org_agree', documents);
    await insertFacts('org_agree');
    const all = await allPages('org_agree', 1000);
    const rows = await facts.read(
      sqlOver(new UnitOfWork(orm).db),
      { organizationId: 'org_agree' },
      all.map(({ id }) => id),
      { includeContent: true, propertyIds: PROPERTY_TYPES.map((type) => `cpd_${type}`) },
    );
    let inSql = 0;
    let hits = 0;
    const rule: fc.Arbitrary<Matching> = fc.record({
      conditionMatchMode: fc.constantFrom(...MATCH_MODES),
      conditions: fc.array(
        fc.oneof(
          { weight: 3, arbitrary: textCondition(documents.map((d) => d.name || 'x')) },
          { weight: 3, arbitrary: otherCondition },
        ),
        { maxLength: 3 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(rule, async (random) => {
        const found = await candidates.matching(
          { organizationId: 'org_agree' },
          random,
          all,
          AbortSignal.timeout(60_000),
        );
        const expected = rows.filter((row) => ruleMatches(random, foldTexts(row))).map((row) => row.id);
        expect([...found].sort()).toEqual(expected.sort());
        if (random.conditions.length > 0 && ruleSql(random, 2).certain !== 'false') inSql += 1;
        hits += found.size;
      }),
      { numRuns: 400, seed: 11 },
    );
    expect(inSql).toBeGreaterThan(100); // both ways were used
    expect(400 - inSql).toBeGreaterThan(100);
    expect(hits).toBeGreaterThan(1000);
  });

  it('returns pages that contain each active document once, even when many have the same creation time', async () => {
    await insertDocuments(
      'org_pages',
      Array.from({ length: 50 }, (_, index) => ({ name: `${index}`, content: '' })),
    );
    await pool.query(`update document set deleted_at = now() where id in ('org_pages/000003', 'org_pages/000049')`);
    for (const size of [1, 7, 48, 100]) {
      const ids = (await allPages('org_pages', size)).map((candidate) => candidate.id);
      expect(ids).toHaveLength(48);
      expect(new Set(ids).size).toBe(48);
    }
  });
});
