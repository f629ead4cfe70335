import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { untilTrue } from '../support/until.js';

/** Only a phrase reads the table of texts, so this search waits while the table is locked. */
const PHRASE = encodeURIComponent('"two words"');
const ACTIVE = `select from pg_stat_activity
  where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like '%search_segments_text%'`;

interface Listing {
  documentsCount: number;
  error?: { code: string };
}

let app: TestApp;
let blocker: pg.PoolClient;
let crowd: { api: ApiClient; documents: string };
let other: { api: ApiClient; documents: string };

beforeAll(async () => {
  app = await startApp({ SERVER_API_ROUTES_TIMEOUT_MS: '0' });
  const archive = async () => {
    const { api, organizationId } = await app.anArchive();
    await api.upload(organizationId, { name: 'a.txt', content: 'two words' });
    return { api, documents: `/api/organizations/${organizationId}/documents` };
  };
  crowd = await archive();
  other = await archive();
  await app.drain();
});
afterAll(() => app.close());

beforeEach(async () => {
  blocker = await poolOf(app).connect();
  await blocker.query('begin; lock table search_segments_text in access exclusive mode');
});
afterEach(async () => {
  await blocker.query('rollback');
  blocker.release();
});

// Outside the transaction of the lock: within it, PostgreSQL would return the same activity snapshot until the end.
const activeSearches = async () => (await poolOf(app).query(ACTIVE)).rowCount ?? 0;

const until = (isTrue: () => Promise<boolean>): Promise<unknown> => untilTrue('the state of the searches', isTrue);

describe('many searches of one user', () => {
  it('runs a few searches of a user at a time, queues some, rejects the rest with 429 and serves other users', async () => {
    let refused = 0;
    const searches = Array.from({ length: 40 }, async () => {
      const answer = await crowd.api.get<Listing>(`${crowd.documents}?searchQuery=${PHRASE}`);
      if (answer.status === 429) refused += 1;
      return answer;
    });
    await until(async () => (await activeSearches()) === 3);
    const first = await Promise.any(searches);
    expect(first).toMatchObject({ status: 429, body: { error: { code: 'server.too_many_requests' } } });
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);

    const found = await other.api.get<Listing>(`${other.documents}?searchQuery=words`);
    expect(found).toMatchObject({ status: 200, body: { documentsCount: 1 } });
    expect((await other.api.get('/api/health')).status).toBe(200);
    // All have arrived: otherwise one that is late would take the place of one that has ended.
    await until(() => Promise.resolve(refused === 17));
    expect(await activeSearches()).toBe(3);

    await blocker.query('rollback');
    const answers = await Promise.all(searches);
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([23, 17]);
  });

  it('cancels the searches of clients that disconnect, leaving no statement and no error in the log', async () => {
    const written: string[] = [];
    const spies = [process.stdout, process.stderr].map((stream) =>
      jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0),
    );
    try {
      const leaving = new AbortController();
      const headers = { authorization: `Bearer ${crowd.api.token ?? ''}` };
      const url = `${crowd.api.baseUrl}${crowd.documents}?searchQuery=${PHRASE}`;
      const hangUps = Array.from({ length: 20 }, () =>
        fetch(url, { headers, signal: leaving.signal }).catch(() => undefined),
      );
      await until(async () => (await activeSearches()) === 3);
      leaving.abort();
      await Promise.all(hangUps);
      await until(async () => (await activeSearches()) === 0);
      // The queue is empty too: the next search starts at once and is the only one.
      const next = crowd.api.get<Listing>(`${crowd.documents}?searchQuery=${PHRASE}`);
      await until(async () => (await activeSearches()) === 1);
      await blocker.query('rollback');
      expect((await next).body.documentsCount).toBe(1);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    expect(written.join('')).not.toMatch(/error|abort/i);
  });
});
