import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchTree, Sql } from '@archivolt/plugin-kit';
import { aSearchDocument, aTestHost } from '@archivolt/plugin-kit/testing';
import { SegmentsSearch, type SegmentsSearchOptions } from '../src/segments-search.js';
import { Gate } from './gate.js';
import { createSearchFixture, type SearchFixture } from './search-fixture.js';

const SIZES = { flushAt: 4, fanout: 3, largest: 64, pauseMs: 1_000_000 };
const WARM_UP = { share: 1, quietMs: 1, retryMs: 1 };
const LARGE = 'org_large';
const OTHER = 'org_other';
const TAGGED: SearchTree = { kind: 'tag', tagIds: ['tag_a'] };

let fixture: SearchFixture;
const open: SegmentsSearch[] = [];

beforeAll(async () => {
  fixture = await createSearchFixture(SIZES);
  const documents = [LARGE, OTHER].flatMap((organizationId) =>
    Array.from({ length: organizationId === LARGE ? 40 : 20 }, (_, index) =>
      aSearchDocument({
        id: `${organizationId}${String(index)}`,
        organizationId,
        content: `letter number ${String(index)}`,
        tagIds: index % 2 === 0 ? ['tag_a'] : [],
      }),
    ),
  );
  await fixture.seed(documents);
  await fixture.backend.maintain();
});
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close();
});
afterAll(() => fixture.close());

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** A server that has just started, and the statements that it runs. */
function aServer({
  sql = fixture.sql,
  state = aTestHost({}).state,
  warn,
  ...options
}: SegmentsSearchOptions & {
  sql?: Sql;
  state?: SearchFixture['host']['state'];
  warn?: (message: string) => void;
} = {}) {
  const statements: Statement[] = [];
  const noting = (inner: Sql): Sql => ({
    query: async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
      statements.push({ text, values });
      return inner.query<Row>(text, values);
    },
    transaction: (work) => inner.transaction((deeper) => work(noting(deeper))),
  });
  const logger = { ...fixture.host.logger, ...(warn && { warn }) };
  const host = { ...fixture.host, sql: noting(sql), state, logger };
  const backend = new SegmentsSearch(host, { ...SIZES, ...WARM_UP, ...options });
  open.push(backend);
  return { backend, statements, state };
}

const never = () => new AbortController().signal;

async function count(backend: SegmentsSearch, tree: SearchTree, organizationId = LARGE): Promise<number> {
  const sort = { field: 'createdAt', order: 'desc' } as const;
  return (await backend.search({ organizationId, tree, sort, pageIndex: 0, pageSize: 5 })).count;
}

/** The kinds of statements that are slow in a large archive. */
function slowOnes(statements: readonly Statement[]): string[] {
  const kinds = { directory: 'select id, directory', block: 'search_segments_block', condition: 'document_tag' };
  return Object.entries(kinds).flatMap(([kind, part]) =>
    statements.some(({ text }) => text.includes(part)) ? kind : [],
  );
}

/** The organizations whose conditions were read, in this order. */
function organizationsIn(statements: readonly Statement[]): unknown[] {
  return statements.filter(({ text }) => text.includes('d.sequence >>')).map(({ values }) => values[0]);
}

describe('the warm-up of the search after a start', () => {
  it('the first filtered search after a warm-up reads neither directories nor conditions from the database', async () => {
    const { backend, statements } = aServer();
    await backend.warmUp(never());
    statements.length = 0;
    expect(await count(backend, { kind: 'and', children: [TAGGED, { kind: 'has', what: 'tags' }] })).toBe(20);
    expect(slowOnes(statements)).toEqual([]);
    const cold = aServer();
    expect(await count(cold.backend, TAGGED)).toBe(20);
    expect(slowOnes(cold.statements)).toEqual(['directory', 'condition']);
  });

  it('conditions that were searched before a restart are in memory after the warm-up of the next server', async () => {
    const { state } = aTestHost({});
    const searched: SearchTree = {
      kind: 'or',
      children: [
        { kind: 'date', field: 'documentDate', from: new Date('2020-01-01'), before: new Date('2021-01-01') },
        { kind: 'mimeType', mimeTypes: ['text/plain'] },
      ],
    };
    const before = aServer({ state });
    await before.backend.warmUp(never());
    await count(before.backend, searched);
    await before.backend.close();
    const { backend, statements } = aServer({ state });
    await backend.warmUp(never());
    statements.length = 0;
    await count(backend, searched);
    expect(organizationsIn(statements)).toEqual([]);
  });

  it('each organization has a turn, the one that was searched last first', async () => {
    const { state } = aTestHost({});
    const before = aServer({ state });
    await before.backend.warmUp(never());
    await count(before.backend, { kind: 'and', children: [TAGGED, { kind: 'has', what: 'notes' }] }, LARGE);
    await count(before.backend, { kind: 'and', children: [TAGGED, { kind: 'has', what: 'notes' }] }, OTHER);
    await before.backend.close();
    const { backend, statements } = aServer({ state });
    await backend.warmUp(never());
    expect(organizationsIn(statements)).toEqual([OTHER, LARGE, OTHER, LARGE]);
  });

  it('no more organizations and bytes are read than the limits of the warm-up allow', async () => {
    const { backend, statements } = aServer({ mostOrganizations: 1, mostBytes: 0 });
    await backend.warmUp(never());
    expect(new Set(organizationsIn(statements))).toEqual(new Set([LARGE]));
    expect(statements.filter(({ text }) => text.includes('strpos'))).toEqual([]);
    const more = aServer();
    await more.backend.warmUp(never());
    expect(more.statements.filter(({ text }) => text.includes('strpos'))).not.toEqual([]);
  });

  it('a step of the warm-up gives way to a search and begins again after it', async () => {
    const gate = new Gate('d.sequence >>');
    const { backend, statements } = aServer({ sql: gate.over(fixture.sql) });
    const warmed = backend.warmUp(never());
    await gate.reached;
    expect(await count(backend, { kind: 'all' })).toBe(40);
    gate.open();
    await warmed;
    const [first, second] = organizationsIn(statements);
    expect(first).toBe(second);
    expect((await backend.describe()).at(-1)).toContain('has read what first searches');
  });

  it('the warm-up ends when the server stops', async () => {
    const gate = new Gate('d.sequence >>');
    const { backend, statements } = aServer({ sql: gate.over(fixture.sql) });
    const stop = new AbortController();
    const warmed = backend.warmUp(stop.signal);
    await gate.reached;
    stop.abort();
    gate.open();
    await warmed;
    const before = statements.length;
    await backend.close();
    expect(statements).toHaveLength(before);
  });

  it('the warm-up continues when the database was away for a while', async () => {
    let failures = 0;
    const failing = (inner: Sql): Sql => ({
      query: async (text, values) => {
        if (failures > 0) {
          failures -= 1;
          throw new Error('Connection terminated');
        }
        return inner.query(text, values);
      },
      transaction: (work) => inner.transaction((deeper) => work(failing(deeper))),
    });
    const gate = new Gate('d.sequence >>');
    const { backend, statements } = aServer({ sql: gate.over(failing(fixture.sql)) });
    const warmed = backend.warmUp(never());
    await gate.reached;
    failures = 5;
    gate.open();
    await warmed;
    expect(failures).toBe(0);
    expect(new Set(organizationsIn(statements))).toEqual(new Set([LARGE, OTHER]));
    expect(await count(backend, TAGGED)).toBe(20);
  });

  it('a warm-up that fails although the database responds is logged, and not tried for as long as one that waits', async () => {
    let attempts = 0;
    const failing: Sql = {
      query: async (text, values) => {
        if (!text.includes('order by sum(size)')) return fixture.sql.query(text, values);
        attempts += 1;
        throw new Error('column "size" does not exist');
      },
      transaction: (work) => fixture.sql.transaction(work),
    };
    const warnings: string[] = [];
    const { backend } = aServer({ sql: failing, warn: (message) => void warnings.push(message) });
    await backend.warmUp(never());
    expect(attempts).toBe(2);
    expect(warnings).toEqual(['What first searches need could not be read: column "size" does not exist']);
  });

  it('administrators see the segments, what is due in them, and how far the warm-up of each server is', async () => {
    const { backend } = aServer();
    expect(await backend.describe()).toEqual([
      expect.stringMatching(
        /^Segments: \d+, in organizations: 2; changed documents there that are in none yet: \d+\.$/u,
      ),
      'Documents of organizations that are too small for a segment: 0.',
      'No segments are to be made or merged.',
    ]);
    await backend.warmUp(never());
    expect((await backend.describe()).slice(3)).toEqual([
      expect.stringMatching(/^The server that started at .+ has read what first searches of 2 organizations need/u),
    ]);
    await backend.close();
    expect(await backend.describe()).toHaveLength(3);
  });
});
