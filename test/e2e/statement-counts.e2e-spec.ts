import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SearchService } from '#capabilities/search';
import { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { StatementLog } from '../support/statement-log.js';

const OF_UPKEEP = /^select .* from search_segments_(tail|segment) where organization_id = \$1$/;

describe('the number of statements that a request sends to PostgreSQL', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let documents: string;
  let log: StatementLog;
  let nextFile = 0;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    documents = `/api/organizations/${organizationId}/documents`;
    log = new StatementLog(app);
    await upload(); // the first document of an organization also adds the organization to the search index
  });
  beforeEach(async () => {
    // Otherwise one request a minute also notes the use of its key.
    await poolOf(app).query('update api_key set last_used_at = now()');
    // Once in two seconds, a request also reads which search plugins are in use.
    await app.app.get(SearchService, { strict: false }).prepareContent(organizationId, 'text');
  });
  afterAll(() => app.close());

  /** Without those of the upkeep of the index, which looks at an organization some time after a change. */
  const during = async (work: () => Promise<unknown>): Promise<string[]> =>
    (await log.during(work)).filter((text) => !OF_UPKEEP.test(text));
  const upload = async (content = `file ${(nextFile += 1)}`) => {
    const { status, body } = await api.upload(organizationId, { name: 'file.txt', content });
    expect(status).toBe(200);
    return body.document.id;
  };

  it('an upload sends at most 10 statements', async () => {
    const statements = await during(() => upload());
    expect([statements.length <= 10, statements]).toEqual([true, statements]);
  });

  it('an upload that is refused as a duplicate sends at most 6 statements', async () => {
    await upload('twice');
    const statements = await during(async () => {
      expect((await api.upload(organizationId, { name: 'other.txt', content: 'twice' })).status).toBe(409);
    });
    expect([statements.length <= 6, statements]).toEqual([true, statements]);
  });

  it('the key of a request needs 1 statement', async () => {
    const statements = await during(async () => {
      expect((await api.get('/api/api-keys/current')).status).toBe(200);
    });
    expect([statements.length, statements]).toEqual([1, statements]);
  });

  it('one document needs 2 statements: for the caller, and for the document with its tags', async () => {
    const id = await upload();
    const statements = await during(async () => {
      expect((await api.get(`${documents}/${id}`)).status).toBe(200);
    });
    expect([statements.length, statements]).toEqual([2, statements]);
  });

  it('a list without a query needs 2 statements, none of which counts documents', async () => {
    const statements = await during(async () => {
      expect((await api.get<{ documentsCount: number }>(documents)).body.documentsCount).toBeGreaterThan(0);
    });
    expect([statements.length, statements]).toEqual([2, statements]);
    expect(statements.filter((text) => text.includes('count('))).toEqual([]);
  });

  it('adding or removing a tag needs at most 6 statements, and 8 for a new name', async () => {
    const id = await upload();
    const created = await api.post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, {
      ...{ name: 'Counted', color: '#00ff00' },
    });
    const tags = `${documents}/${id}/tags`;
    const tagId = created.body.tag.id;
    const changes: [number, () => Promise<{ status: number }>][] = [
      [6, () => api.post(tags, { tagId })],
      [6, () => api.delete(`${tags}/${tagId}`)],
      [8, () => api.patch(`${documents}/${id}`, { name: 'new name.txt' })],
    ];
    for (const [, change] of changes) await change(); // the first one also asks what the database allows
    for (const [count, change] of changes) {
      const statements = await during(async () => {
        expect((await change()).status).toBeLessThan(300);
      });
      expect([statements.length <= count, statements]).toEqual([true, statements]);
    }
  });

  it('documents of an organization with custom properties need 2 statements', async () => {
    const { api: own, organizationId: archive } = await app.anArchive();
    const { body } = await own.upload(archive, { name: 'file.txt', content: 'with properties' });
    const properties = `/api/organizations/${archive}/custom-properties`;
    const created = await own.post(properties, { name: 'Due', type: 'date' });
    expect([created.status, created.body]).toEqual([200, created.body]);
    for (const path of ['', `/${body.document.id}`]) {
      const statements = await during(async () => {
        expect((await own.get(`/api/organizations/${archive}/documents${path}`)).status).toBe(200);
      });
      expect([statements.length, statements]).toEqual([2, statements]);
    }
  });

  it('the trash and the statistics count no documents', async () => {
    const statements = await during(async () => {
      expect((await api.get(`${documents}/deleted`)).status).toBe(200);
      expect((await api.get(`${documents}/statistics`)).status).toBe(200);
    });
    expect(statements.filter((text) => text.includes('count('))).toEqual([]);
  });

  it('rate limits that are off need no statement', async () => {
    const statements = await during(async () => {
      await upload();
      expect((await api.get('/api/config')).status).toBe(200);
    });
    expect(statements.filter((text) => text.includes('rate_limit'))).toEqual([]);
  });
});

describe('the number of statements for rate limits of the API', () => {
  let app: TestApp;
  afterAll(() => app.close());

  it('the rate limit needs one statement for each request within it, and none for a refused one', async () => {
    app = await startApp({ SERVER_API_RATE_LIMIT: '3/1h', SERVER_API_RATE_LIMIT_ANONYMOUS: '1/1h' });
    const { api, organizationId } = await app.anArchive();
    const log = new StatementLog(app);
    const counted = async (work: () => Promise<{ status: number }>, status: number) => {
      const statements = await log.during(async () => {
        expect((await work()).status).toBe(status);
      });
      return statements.filter((text) => text.includes('rate_limit')).length;
    };
    const anonymous = new ApiClient(app.baseUrl, undefined);
    const upload = () => api.upload(organizationId, { name: 'file.txt', content: 'file' });
    expect(await counted(upload, 200)).toBe(1);
    expect(await counted(() => api.get('/api/organizations'), 200)).toBe(1);
    expect(await counted(() => api.get('/api/organizations'), 429)).toBe(0);
    expect(await counted(() => anonymous.get('/api/config'), 200)).toBe(1);
    expect(await counted(() => anonymous.get('/api/config'), 429)).toBe(0);
    expect(await counted(() => anonymous.get('/api/ping'), 200)).toBe(0);
  });
});
