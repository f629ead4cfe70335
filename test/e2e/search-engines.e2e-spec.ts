import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  definePlugin,
  TransientPluginError,
  type ExternalSearchDeclaration,
  type PluginManifest,
} from '@archivolt/plugin-kit';
import { PluginsConfig } from '#config/plugins';
import { ServerConfig } from '#config/server';
import { CreateApiKey, CreateUser } from '#people/auth';
import { PERMISSIONS } from '#ground/http-kit';
import { migrateInstallation, openInstallation } from '#operation/installation';
import type { LoadedPlugin } from '#ground/plugin-host';
import { SearchIndexStatus, type SearchIndexReport } from '#capabilities/search';
import { startServer, type RunningServer } from '../../apps/server/src/start-server.js';
import template from '../../plugins/_template/search/src/plugin.js';
import { ApiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually, until } from '../support/until.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const WITHIN_MS = 120_000;

/** What a test does to the search engine. */
class Faults {
  isAway = false;
  refuses: string | undefined;
  /** Documents written into a second index. */
  rebuilt = 0;
  /** Writes wait for it. */
  gate: Promise<void> = Promise.resolve();
}

function sqliteEngine(faults: Faults, indexVersion = 1): PluginManifest {
  const declaration = template.provides.search as ExternalSearchDeclaration;
  return definePlugin({
    id: 'search-sqlite',
    contract: 2,
    provides: {
      search: {
        ...declaration,
        indexVersion,
        create: async (host) => {
          const backend = await declaration.create(host);
          const guard = () => {
            if (faults.isAway) throw new TransientPluginError('connect ECONNREFUSED');
          };
          const [index, search, start, beginRebuild] = [
            backend.index.bind(backend),
            backend.search.bind(backend),
            backend.start?.bind(backend),
            backend.beginRebuild?.bind(backend),
          ];
          return Object.assign(backend, {
            start: async () => {
              guard();
              await start?.();
            },
            index: async (documents: Parameters<typeof index>[0]) => {
              guard();
              await faults.gate;
              if (documents.some(({ name }) => name === faults.refuses)) throw new Error('a name that is not accepted');
              await index(documents);
            },
            beginRebuild: async () => {
              const build = await beginRebuild?.();
              if (!build) throw new Error('the template can build a second index');
              return {
                ...build,
                index: async (documents: Parameters<typeof index>[0]) => {
                  await faults.gate;
                  faults.rebuilt += documents.length;
                  await build.index(documents);
                },
              };
            },
            search: async (...request: Parameters<typeof search>) => {
              guard();
              return search(...request);
            },
          });
        },
      },
    },
  });
}

describe('the search plugin of an archive', () => {
  let database: TestDatabase;
  let dataDir: string;
  let server: (RunningServer & { api: ApiClient }) | undefined;
  let token: string;
  let organizationId: string;
  let faults: Faults;
  const ids: string[] = [];

  /**
   * Starts the server with the default search plugin or with another one; it may be a different one each time. The setting
   * chooses it among all, unless it is the only one.
   */
  async function start(manifest?: PluginManifest, { isOnlyOne = false } = {}): Promise<void> {
    await server?.close();
    const settings = { NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: dataDir, DATABASE_URL: database.url };
    const installation = await openInstallation(settings, 'owner', silent);
    installation.config(ServerConfig).port = 0;
    await migrateInstallation(installation);
    if (manifest) {
      const { id } = manifest;
      const plugin = { id, packageName: id, version: '1.0.0', kinds: ['search'], manifest, config: undefined };
      const others = installation.plugins.filter(({ kinds }) => !isOnlyOne || !kinds.includes('search'));
      installation.plugins.splice(0, Infinity, ...others, plugin as LoadedPlugin);
      if (!isOnlyOne) installation.config(PluginsConfig).search = id;
    }
    const started = await startServer(installation, { pollsForWork: true });
    server = { ...started, api: new ApiClient(started.address ?? '', token) };
  }

  const api = (): ApiClient => server?.api ?? fail('no server runs');
  const path = () => `/api/organizations/${organizationId}/documents`;
  const search = (query: string) =>
    api().get<{ documents: { name: string }[]; documentsCount: number; error?: { code: string } }>(
      `${path()}?searchQuery=${encodeURIComponent(query)}&pageSize=100`,
    );
  const found = async (query: string) => (await search(query)).body.documents.map(({ name }) => name).sort();
  const status = (): Promise<SearchIndexReport> =>
    server?.app.get(SearchIndexStatus, { strict: false }).read() ?? fail('no server runs');
  const delivered = () =>
    until(WITHIN_MS, 'the index to be complete', async () => {
      const { rebuildReason, waiting, failingSince } = await status();
      return rebuildReason === null && waiting.documents === 0 && failingSince === null;
    });
  const upload = async (name: string, content: string) => {
    const { status, body } = await api().upload(organizationId, { name, content, type: 'text/plain' });
    expect(status).toBe(200);
    return body.document.id;
  };
  const tag = async (name: string) =>
    (await api().post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, { name, color: '#FF0000' }))
      .body.tag.id;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'archivolt-engines-'));
    await start();
    const app = server?.app ?? fail('no server runs');
    const account = { email: 'ada@example.com', password: 'correct horse' };
    const { userId } = await app.get(CreateUser, { strict: false }).execute(account);
    const key = { userId, name: 'test', permissions: PERMISSIONS };
    ({ token } = await app.get(CreateApiKey, { strict: false }).execute(key));
    server = server && { ...server, api: new ApiClient(server.address ?? '', token) };
    const { body } = await api().post<{ organization: { id: string } }>('/api/organizations', { name: 'Engines' });
    organizationId = body.organization.id;
    for (let number = 1; number <= 30; number += 1)
      ids.push(await upload(`letter ${number}.txt`, `walrus number ${number}`));
    await until(WITHIN_MS, 'the texts', async () => (await search('content:walrus')).body.documentsCount === 30);
  });
  afterEach(() => {
    faults.isAway = false;
  });
  afterAll(async () => {
    await server?.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('the newly chosen plugin is filled with the 30 documents of the archive automatically', async () => {
    faults = new Faults();
    await start(sqliteEngine(faults));
    await delivered();
    expect(await status()).toMatchObject({ pluginId: 'search-sqlite', indexVersion: 1, rebuildDone: 30 });
    expect((await search('content:walrus')).body.documentsCount).toBe(30);
    expect(await found('name:"letter 7 txt"')).toEqual(['letter 7.txt']);
  });

  it('search finds changes immediately: names, contents, tags, dates, trash', async () => {
    const [first = '', second = ''] = ids;
    // A search waits a second for what is being delivered, which a busy machine may not keep each time.
    const isFoundAtOnce = async (name: string) => {
      await api().patch(`${path()}/${first}`, { name });
      return (await found(`name:${name}`)).join() === name;
    };
    let attempts = 1;
    while (!(await isFoundAtOnce(`draft${attempts}`)) && attempts < 20) attempts += 1;
    expect(attempts).toBeLessThan(20);
    const expectFound = (query: string, names: string[]) =>
      eventually(async () => expect(await found(query)).toEqual(names));
    await api().patch(`${path()}/${first}`, { name: 'contract', content: 'penguin', documentDate: '2020-05-01' });
    await expectFound('name:contract', ['contract']);
    await expectFound('penguin', ['contract']);
    await expectFound('date:2020-05-01', ['contract']);
    const tagId = await tag('Bill');
    await api().post(`${path()}/${first}/tags`, { tagId });
    await expectFound('tag:Bill', ['contract']);
    await expectFound('has:tags', ['contract']);
    expect((await api().delete(`/api/organizations/${organizationId}/tags/${tagId}`)).status).toBeLessThan(300);
    await expectFound('has:tags', []);
    await api().delete(`${path()}/${second}`);
    await expectFound('"letter 2 txt"', []);
    await api().post(`${path()}/${second}/restore`);
    await expectFound('"letter 2 txt"', ['letter 2.txt']);
  });

  it('the server starts without its plugin, documents change, searches get 503, and later nothing is lost', async () => {
    faults = new Faults();
    faults.isAway = true;
    await start(sqliteEngine(faults));
    const id = await upload('later.txt', 'narwhal');
    await api().delete(`${path()}/${ids[2]}`);
    const answer = await search('narwhal');
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'search.unavailable' } } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api().get<{ documentsCount: number }>(path())).body.documentsCount).toBe(30);
    await until(WITHIN_MS, 'a failure to be noted', async () => (await status()).failingSince !== null);
    expect(await status()).toMatchObject({ lastError: expect.stringContaining('ECONNREFUSED') });
    faults.isAway = false;
    await delivered();
    expect(await status()).toMatchObject({ failingSince: null, lastError: null });
    await until(WITHIN_MS, 'its text', async () => (await found('narwhal')).includes('later.txt'));
    expect(await found('"letter 3 txt"')).toEqual([]);
    expect(id).toMatch(/^doc_/);
  });

  it('a slow plugin does not delay uploads, and does not answer late', async () => {
    const open = Promise.withResolvers<void>();
    faults.gate = open.promise;
    await upload('slow.txt', 'manatee');
    await until(WITHIN_MS, 'a delivery', async () => (await status()).waiting.documents > 0);
    const answer = await search('manatee');
    expect(answer).toMatchObject({ status: 200, body: { documentsCount: 0 } });
    open.resolve();
    await delivered();
    await until(WITHIN_MS, 'its text', async () => (await found('manatee')).length === 1);
  });

  it('a plugin that refuses one document gets all others', async () => {
    faults.refuses = 'refused.txt';
    const open = Promise.withResolvers<void>();
    faults.gate = open.promise;
    await upload('refused.txt', 'dugong one');
    await upload('accepted.txt', 'dugong two');
    open.resolve();
    await until(WITHIN_MS, 'the other document', async () => (await found('name:accepted')).length === 1);
    expect((await status()).waiting.documents).toBeGreaterThan(0);
    faults.refuses = undefined;
    await api().patch(
      `${path()}/${(await api().get<{ documents: { id: string; name: string }[] }>(path())).body.documents.find(({ name }) => name === 'refused.txt')?.id}`,
      { name: 'renamed.txt' },
    );
    await until(WITHIN_MS, 'the document', async () => (await found('name:renamed')).length === 1);
  });

  it('a new version is filled into a second index, even as the only plugin, which no setting names', async () => {
    faults = new Faults();
    const open = Promise.withResolvers<void>();
    faults.gate = open.promise;
    await start(sqliteEngine(faults, 2), { isOnlyOne: true });
    expect(await found('name:"letter 7 txt"')).toEqual(['letter 7.txt']);
    expect(await status()).toMatchObject({ rebuildReason: expect.stringContaining('search-sqlite version 1') });
    open.resolve();
    await delivered();
    expect(faults.rebuilt).toBeGreaterThan(30);
    expect(await found('name:"letter 7 txt"')).toEqual(['letter 7.txt']);
  });

  it('the chosen plugin gives way to the default one, which does not find what was trashed in the meantime', async () => {
    await start();
    await delivered();
    expect(await status()).toMatchObject({ pluginId: 'search-segments' });
    expect(await found('"letter 3 txt"')).toEqual([]);
    expect(await found('name:contract penguin')).toEqual(['contract']);
    expect(await found('narwhal')).toEqual(['later.txt']);
    const { rows } = await countOfChanges(database);
    expect(rows).toBe(0);
  });
});

async function countOfChanges({ url }: TestDatabase): Promise<{ rows: number }> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from search_change');
    return { rows: rows[0]?.count ?? -1 };
  } finally {
    await client.end();
  }
}

function fail(message: string): never {
  throw new Error(message);
}
