import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import type pg from 'pg';
import { createOrm, createPool, UnitOfWork } from '#libs/database';
import { TextThreads } from '#libs/text-threads';
import { createMigratedDatabase, type TestDatabase } from '../../../test/support/database.js';
import { RuleCandidates, cursorOf, type Candidate } from './rule-candidates.js';
import { RuleMatcher } from './rule-matcher.js';
import { fold, ruleMatches } from './rule-matching.js';
import { ruleSql } from './rule-sql.js';
import { CONDITION_FIELDS, CONDITION_OPERATORS, MATCH_MODES, type Matching } from './tagging-rule.js';

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
    '😀',
  ],
];
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...LETTERS), { maxLength }).map((letters) => letters.join(''));
const ascii = ['a', 'A', 'k', 'K', 'i', 'I', '%', '_', '\\', "'", ' ', '\u212A'];
const value = fc.oneof(
  fc.array(fc.constantFrom(...ascii), { minLength: 1, maxLength: 3 }).map((letters) => letters.join('')),
  text(3).filter((given) => given !== ''),
);

let database: TestDatabase;
let pool: pg.Pool;
let orm: MikroORM;
let candidates: RuleCandidates;

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = createPool(database.url, 4);
  orm = await createOrm(pool);
  candidates = new RuleCandidates(new UnitOfWork(orm), new RuleMatcher(new TextThreads()));
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
    const { rows } = await pool.query<{ id: string; name: string; content: string }>(
      'select id, name, content from document where organization_id = $1',
      ['org_agree'],
    );
    const all = await allPages('org_agree', 1000);
    let inSql = 0;
    let hits = 0;
    const rule: fc.Arbitrary<Matching> = fc.record({
      conditionMatchMode: fc.constantFrom(...MATCH_MODES),
      conditions: fc.array(
        fc.record({
          field: fc.constantFrom(...CONDITION_FIELDS),
          operator: fc.constantFrom(...CONDITION_OPERATORS),
          value: fc.oneof(
            { weight: 4, arbitrary: value },
            { weight: 1, arbitrary: fc.constantFrom(...documents).map((d) => d.name || 'x') },
          ),
        }),
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
        const expected = rows
          .filter((row) => ruleMatches(random, { name: fold(row.name), content: fold(row.content) }))
          .map((row) => row.id);
        expect([...found].sort()).toEqual(expected.sort());
        if (random.conditions.length > 0 && ruleSql(random, 2).isExact) inSql += 1;
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
